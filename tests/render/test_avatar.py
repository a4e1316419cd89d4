"""From an avatar to a face: whatever the file is, a still square comes of it, or nothing."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable, Sequence
from typing import Final

import pytest
from PIL import Image, PngImagePlugin

from render.avatar import face_of
from render.person import FACE
from tests.render.portraits import portrait


def written(picture: Image.Image, kind: str = "PNG", **how: object) -> bytes:
    file = io.BytesIO()
    picture.save(file, kind, **how)
    return file.getvalue()


def drawn(width: int, height: int) -> Image.Image:
    """The left third red, the right third blue, and the middle a portrait."""
    picture = Image.new("RGB", (width, height), (0, 0, 255))
    picture.paste((255, 0, 0), (0, 0, width // 3, height))
    with Image.open(io.BytesIO(portrait(1))) as face:
        picture.paste(face.resize((width // 3, height)), (width // 3, 0))
    return picture


def opened(face: bytes) -> Image.Image:
    return Image.open(io.BytesIO(face), formats=("PNG",))


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png_of(width: int, height: int, *chunks: tuple[bytes, bytes]) -> bytes:
    """A file as somebody writes it who means no good: the head says this, and the rest is as it is."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", head), *chunks, (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


def animated(frames: Sequence[Image.Image], kind: str) -> bytes:
    first, *others = frames
    return written(first, kind, save_all=True, append_images=others, duration=100)


@pytest.mark.parametrize("size", [(128, 128), (64, 64), (16, 16), (300, 128), (128, 300), (3, 3)])
def test_any_still_picture_becomes_a_square(size: tuple[int, int]) -> None:
    face = opened(face_of(written(drawn(*size))))
    assert (face.size, face.mode) == ((FACE, FACE), "P")


def test_of_what_is_not_square_the_middle_is_taken() -> None:
    face = opened(face_of(written(drawn(384, 128)))).convert("RGB")
    with Image.open(io.BytesIO(portrait(1))) as middle:
        assert list(face.get_flattened_data()) == list(middle.convert("RGB").get_flattened_data())


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_pictures_of_all_modes_become_one(mode: str) -> None:
    picture = Image.new("I;16", (64, 64), 40_000) if mode == "I;16" else drawn(96, 96).convert(mode)
    assert opened(face_of(written(picture))).size == (FACE, FACE)


def test_what_can_be_seen_through_stays_so() -> None:
    picture = drawn(96, 96).convert("RGBA")
    picture.putalpha(Image.linear_gradient("L").resize((96, 96)))
    assert opened(face_of(written(picture))).mode == "RGBA"


def test_an_avatar_of_nothing_is_none() -> None:
    assert face_of(written(Image.new("RGBA", (128, 128)))) == b""


def test_nothing_else_that_stood_in_the_file_comes_along() -> None:
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Comment", "taken at home")
    face = face_of(written(drawn(96, 96), pnginfo=notes, dpi=(72, 72)))
    assert face
    assert b"home" not in face
    assert not opened(face).info


BROKEN: Final[dict[str, Callable[[], bytes]]] = {
    "nothing": lambda: b"",
    "words": lambda: b"<html>not found</html>",
    "a beginning": lambda: b"\x89PNG\r\n\x1a\n",
    "a head": lambda: png_of(128, 128)[:30],
    "a picture that ends in the middle": lambda: portrait(1)[:4000],
    "a picture without its lines": lambda: png_of(128, 128),
    "lines that are no lines": lambda: png_of(128, 128, (b"IDAT", b"no zlib")),
    "no pixels": lambda: png_of(0, 128, (b"IDAT", zlib.compress(b""))),
    "a wide one": lambda: png_of(1025, 1, (b"IDAT", zlib.compress(bytes(1 + 3 * 1025)))),
    "a huge one": lambda: png_of(60_000, 60_000, (b"IDAT", zlib.compress(bytes(1000)))),
    "the largest that can be told of": lambda: png_of(2**31 - 1, 2**31 - 1, (b"IDAT", zlib.compress(b""))),
    "a comment without end": lambda: png_of(
        8, 8, (b"zTXt", b"Comment\0\0" + zlib.compress(bytes(64 << 20))), (b"IDAT", zlib.compress(b""))
    ),
    "a few bytes that would fill the memory": lambda: written(Image.new("1", (9_000, 9_000))),
    "a JPEG": lambda: written(drawn(96, 96), "JPEG"),
    "a WebP": lambda: written(drawn(96, 96), "WEBP"),
    "a GIF that moves": lambda: animated([drawn(96, 96), drawn(96, 96).rotate(90)], "GIF"),
    "a PNG that moves": lambda: animated([drawn(96, 96), drawn(96, 96).rotate(90)], "PNG"),
}
"""Made by who looks at them: one takes as long as to load twenty modules of tests."""


@pytest.mark.parametrize("what", BROKEN)
def test_of_anything_else_nothing_comes(what: str) -> None:
    assert face_of(BROKEN[what]()) == b""
