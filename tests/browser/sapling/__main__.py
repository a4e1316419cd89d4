"""`python -m bot sandbox`, in another folder than its stem."""

from __future__ import annotations

import os
import sys

import bot.sandbox
from bot.__main__ import main
from tests.browser.sapling import FOLDER

# What is loaded here belongs to the stem: a branch finds it done.
__all__ = ["bot"]

if __name__ == "__main__":
    os.chdir(os.environ[FOLDER])
    sys.exit(main())
