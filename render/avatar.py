"""From an avatar to a face: the file is of anybody's making, and may be broken, huge, or meant to do harm."""

from __future__ import annotations

import io
import struct
from typing import Final

from PIL import Image, ImageOps

from render.person import FACE

_BEGINS: Final = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
_SIZE: Final = struct.Struct(">II")
_LARGEST: Final = 1024
"""Pixels of a side. A few bytes may tell of a picture that fills the memory."""
_COLOURS: Final = 256
"""Of a face that nothing is seen through: no picture shows more, and it is read in half the time."""


def face_of(avatar: bytes) -> bytes:
    """The middle of it, as a PNG file of FACE pixels square; empty where it is no still picture in PNG.

    Nothing else that stands in the file comes along. May be called from any thread.
    """
    if not 0 < _side(avatar) <= _LARGEST:
        return b""
    try:
        with Image.open(io.BytesIO(avatar), formats=("PNG",)) as file:
            if getattr(file, "is_animated", False):
                return b""
            picture = ImageOps.fit(file.convert("RGBA"), (FACE, FACE), Image.Resampling.LANCZOS)
    except Exception:  # noqa: BLE001 - broken files fail in more ways than Pillow tells
        return b""
    return _written(picture)


def _side(avatar: bytes) -> int:
    """The longer one, read before Pillow reads anything; 0: it is no PNG."""
    head = len(_BEGINS)
    if not avatar.startswith(_BEGINS) or len(avatar) < head + _SIZE.size:
        return 0
    width, height = _SIZE.unpack_from(avatar, head)
    return max(int(width), int(height))


def _written(picture: Image.Image) -> bytes:
    """Empty where there is nothing to be seen."""
    alpha = picture.getchannel("A").histogram()
    clear, opaque = alpha[0], alpha[-1]
    if clear == FACE * FACE:
        return b""
    kept = picture.convert("RGB").quantize(_COLOURS) if opaque == FACE * FACE else picture
    file = io.BytesIO()
    kept.save(file, "PNG", optimize=True)
    return file.getvalue()
