"""What can be pressed to answer a question of the composer: a button for each answer, or a menu of many.

A button is one tap, a menu two. Buttons have room for a number alone, so what is to be said of them stands
above, in the order of the numbers: it tells what each answer brings, and never which is best.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from discord import ButtonStyle, SelectOption, ui

from bot.ui import controls, limits
from bot.ui.composing.drafts import Draft
from bot.ui.pictures import PAGE
from bot.words.language import Language
from engines.choices import Choices, Option

_SEMICOLON: Final = "; "
_DOT: Final = " · "


def is_menu(step: Choices, below: int) -> bool:
    """There are too many answers for buttons, with so many buttons below them; or several may be chosen."""
    if step.several:
        return len(step.options) > 1
    return _rows(len(step.options)) + _rows(below) > limits.LAST_ROW + 1


def _rows(buttons: int) -> int:
    return -(-buttons // limits.ROW)


def items(
    game: str,
    draft: Draft,
    step: Choices,
    below: Sequence[ui.Button[ui.View]],
    words: Language,
    *,
    named: bool,
) -> Iterator[ui.Item[Any]]:
    """`below` are the buttons that lead elsewhere. `named`: the numbers are on no picture."""
    beside = [*_beside(game, draft, step, words)]
    if is_menu(step, len(beside) + len(below)):
        yield _menu(game, draft, step, words)
        further = [*beside, *_next_page(draft, step, words), *below]
        yield from _in_rows(further, first=1)
    else:
        shown = [] if step.several else [*_buttons(game, draft, step, words, named=named)]
        yield from _in_rows(shown, first=0)
        yield from _in_rows([*beside, *below], first=_rows(len(shown)))


def _in_rows(buttons: Sequence[ui.Button[ui.View]], *, first: int) -> Iterator[ui.Button[ui.View]]:
    for number, button in enumerate(buttons):
        button.row = first + number // limits.ROW
        yield button


def _buttons(
    game: str, draft: Draft, step: Choices, words: Language, *, named: bool
) -> Iterator[ui.Button[ui.View]]:
    for number, option in enumerate(step.options, start=1):
        label = _full_label(game, step, number, option, words)
        if not _needs_words(step, option, named=named):
            label = str(option.number or number) if step.numbered else name_of(option)
        yield controls.button(
            draft.plus(option.key).address("compose"), label[: limits.BUTTON], _style_of(step, option)
        )


def _needs_words(step: Choices, option: Option, *, named: bool) -> bool:
    """Where nothing on the picture says what a number stands for; and one answer alone has room for all."""
    return not option.places or len(step.options) == 1 or (named and step.numbered)


def _style_of(step: Choices, option: Option) -> ButtonStyle:
    """Where the board names its places, one is chosen to be changed: what changes it is beside them."""
    if step.numbered or set(option.places) & set(step.chosen):
        return ButtonStyle.primary
    return ButtonStyle.secondary


def said_of_buttons(game: str, step: Choices, below: int, words: Language) -> str:
    """What is to be said of the answers that have but a number: each thing once, with the numbers."""
    if is_menu(step, below) or len(step.options) == 1 or not step.numbered:
        return ""
    said: dict[str, list[str]] = {}
    for number, option in enumerate(step.options, start=1):
        if option.places:
            for hint in words.notes(game, "hints", option.notes):
                said.setdefault(hint, []).append(str(option.number or number))
    return "\n".join(f"{hint}: **{', '.join(numbers)}**" for hint, numbers in said.items())


def _beside(game: str, draft: Draft, step: Choices, words: Language) -> Iterator[ui.Button[ui.View]]:
    for option in step.aside:
        label = words.listing(words.notes(game, "aside", option.notes))
        yield controls.button(draft.plus(option.key).address("compose"), label, _style(option))


def _style(option: Option) -> ButtonStyle:
    """What lies on the board is something done; the others let it be."""
    if option.is_last:
        return ButtonStyle.success
    return ButtonStyle.primary if option.places else ButtonStyle.secondary


def _next_page(draft: Draft, step: Choices, words: Language) -> Iterator[ui.Button[ui.View]]:
    pages = -(-len(step.options) // PAGE)
    if pages > 1:
        page = (draft.page + 1) % pages
        label = words.say("buttons.page", page=page + 1, pages=pages)
        yield controls.button(draft.on_page(page).address("compose"), label)


def _menu(game: str, draft: Draft, step: Choices, words: Language) -> ui.Select[ui.View]:
    shown = step.options[draft.page * PAGE : (draft.page + 1) * PAGE]
    return ui.Select(
        custom_id=str(draft.address("pick")),
        placeholder=question(game, step, words)[: limits.PLACEHOLDER],
        max_values=len(shown) if step.several else 1,
        options=[_entry(game, step, number, option, words) for number, option in enumerate(shown, start=1)],
        row=0,
    )


def _entry(game: str, step: Choices, number: int, option: Option, words: Language) -> SelectOption:
    name, hints = _in_words(game, option, words)
    label = f"{option.number or number}{_DOT}{name}" if step.numbered else name
    return SelectOption(
        label=label[: limits.OPTION],
        value=option.key,
        description=_SEMICOLON.join(hints)[: limits.OPTION] or None,
    )


def _full_label(game: str, step: Choices, number: int, option: Option, words: Language) -> str:
    name, hints = _in_words(game, option, words)
    numbered = f"{option.number or number}{_DOT}{name}" if step.numbered else name
    return _SEMICOLON.join([numbered, *hints])


def question(game: str, step: Choices, words: Language) -> str:
    return words.of_game(game, f"asks.{step.ask}", chosen=step.chosen[-1:], **step.values)


def named(game: str, options: Iterable[Option], words: Language) -> tuple[str, ...]:
    """What answers are called, also those beside the others."""
    return tuple(
        words.listing(words.notes(game, "aside", option.notes)) or _in_words(game, option, words)[0]
        for option in options
    )


def name_of(option: Option) -> str:
    """The place where it lies."""
    return option.places[0] if option.places else option.key


def _in_words(game: str, option: Option, words: Language) -> tuple[str, list[str]]:
    """What an option is called, and what it brings. Its place is its name, if any."""
    hints = words.notes(game, "hints", option.notes)
    name = name_of(option) if option.places or not hints else hints.pop(0)
    return name, hints
