"""Chance that anybody can check: promised before the match, shown after it.

The match has a secret of 32 bytes. Its SHA-256 stands on the first post. What chance brings at a ply
comes from HMAC-SHA256(secret, the record so far, a line a ply), written in hex and handed to the
engines' source. When the match is over the secret is shown: see docs/fair.md.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence

from engines.chance import TextSource

SECRET_BYTES = 32


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()


def seed(secret: bytes, record: Sequence[str]) -> str:
    return hmac.new(secret, "\n".join(record).encode(), hashlib.sha256).hexdigest()


def source(secret: bytes, record: Sequence[str]) -> TextSource:
    return TextSource(seed(secret, record))
