"""`python -m engines`: the rules for other programs, a line of JSON in and a line of JSON out."""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Iterator
from typing import BinaryIO

from engines import GAMES
from engines.protocol import LONGEST_LINE, Reply, reply_to


def main() -> int:
    """Answers until the input ends. A reader who goes away ends it too, quietly."""
    if sys.stdin is None or sys.stdout is None:  # started with one of them closed
        return 1
    try:
        for line in _lines(sys.stdin.buffer):
            sys.stdout.buffer.write(json.dumps(_answer(line)).encode() + b"\n")
            sys.stdout.buffer.flush()
    except BrokenPipeError:
        # What is left in the buffer is flushed at exit, and must not complain a second time.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        pass
    return 0


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines; of one that is too long only the beginning, one byte more than is allowed."""
    while line := stream.readline(LONGEST_LINE + 1):
        end = line
        while len(end) > LONGEST_LINE and not end.endswith(b"\n"):
            end = stream.readline(LONGEST_LINE + 1)
        yield line


def _answer(line: bytes) -> Reply:
    try:
        return reply_to(line, GAMES)
    except Exception:  # noqa: BLE001 - a fault of ours is told and written down; the process lives on
        traceback.print_exc()
        return {"error": {"code": "internal", "detail": {}}}


if __name__ == "__main__":
    sys.exit(main())
