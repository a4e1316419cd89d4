"""What Discord allows: sizes and numbers of everything that is sent to it."""

from __future__ import annotations

from typing import Final

POST: Final = 2000
"""Characters of a post."""
HANGING: Final = 1000
"""Posts of which is kept how they were laid out. More than that cost a question to Discord."""
ALT: Final = 1024
"""Characters of an alt text."""
ADDRESS: Final = 100
"""Characters of a custom_id."""
THREAD: Final = 100
"""Characters of the name of a thread."""
BUTTON: Final = 80
"""Characters of the label of a button."""
ROW: Final = 5
"""Buttons in a row of a message."""
BUTTONS: Final = 25
"""Of a message."""
LAST_ROW: Final = 4
"""The rows of a message are counted from 0."""
OPTION: Final = 100
"""Characters of the label, and of the description, of an option in a menu."""
OPTIONS: Final = 25
"""Options of a menu."""
PLACEHOLDER: Final = 150
"""Characters of what a menu says before anything is chosen."""
SUGGESTION: Final = 100
"""Characters of what autocomplete offers."""
SUGGESTIONS: Final = 25
FORM_TITLE: Final = 45
"""Characters of the title of a form, and of the label of its line."""
FORM_LIVES: Final = 900
"""Seconds in which a form can be answered."""
PARTS: Final = 40
"""Components of a message that is laid out of them, however deep they stand."""
LAID_OUT: Final = 4000
"""Characters of all text in such a message."""
FORM_LABEL: Final = 45
"""Characters of what stands above a field of a form."""
FORM_HINT: Final = 100
"""Characters of what stands below that."""
FIELDS: Final = 5
"""Of a form."""
