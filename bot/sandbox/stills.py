"""Pictures go to the page as they were drawn."""

from __future__ import annotations

from io import BytesIO

from PIL import Image
from simcord.preview._media import MediaInfo, MediaWorker


class Stills(MediaWorker):
    """SimCord starts a process for every picture on every page, which decodes it and packs it anew: a member
    might have sent anything. The pictures here are the bot's own. Films still go that way.
    """

    async def validate(self, key: str, blob: bytes, *, media_time: float | None = None) -> MediaInfo:
        return _still(blob) or await super().validate(key, blob, media_time=media_time)


def _still(blob: bytes) -> MediaInfo | None:
    """What SimCord would find, but for the pixels, which it is for the browser to read."""
    if not blob.startswith(b"\x89PNG"):
        return None
    with Image.open(BytesIO(blob), formats=["PNG"]) as image:
        if getattr(image, "is_animated", False):
            return None
        width, height = image.size
    return MediaInfo(
        *("PNG", width, height, 1, 4 * width * height, blob, "image/png"), capture=blob, poster=blob
    )
