"""A move being put together: what was chosen so far, what is asked next, and what was asked before.

A draft travels in the addresses of the composer's buttons; nobody remembers it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from bot.club.match import Match
from bot.club.refused import Refused, RefusedByGame
from bot.ui.addresses import Address, understood, whole_number
from engines.choices import Choices, Complete, Option, Partial
from engines.codes import Refusal
from engines.game import Position

_BETWEEN: Final = ","
"""Between the keys of a partial in an address."""
_SIGHTS: Final = 100
"""After so many times that a composer was shown its addresses may come again."""


@dataclass(frozen=True, slots=True)
class Draft:
    """For which ply a move is put together, what was chosen so far, which page of the options is open."""

    match: int
    ply: int
    partial: Partial = ()
    page: int = 0
    era: int | None = None
    """The match had lost so many turns to takebacks; None in an address from before these were told."""
    seen: int = 0
    """How often its composer was shown, so that no address comes twice: a menu whose address comes again
    shows, on some clients, what was chosen in it before, and does not let that be chosen once more.
    """
    feature: str = "play"
    """Whose composer it is."""

    @classmethod
    def of(cls, match: Match) -> Draft:
        return cls(match.id, match.ply, era=match.stored.era)

    @classmethod
    def read(cls, address: Address) -> Draft:
        with understood():
            keys, page, *more = address.rest
            chosen = tuple(keys.split(_BETWEEN)) if keys else ()
            era, seen = map(whole_number, more) if more else (None, 0)
            return cls(address.number, address.ply, chosen, whole_number(page), era, seen, address.feature)

    def address(self, verb: str) -> Address:
        rest = (_BETWEEN.join(self.partial), str(self.page))
        more = () if self.era is None else (str(self.era), str(self.seen))
        return Address(self.feature, verb, self.match, self.ply, rest + more)

    def plus(self, key: str) -> Draft:
        return self.at((*self.partial, key))

    def at(self, partial: Partial) -> Draft:
        return replace(self, partial=partial, page=0)

    def on_page(self, page: int) -> Draft:
        return replace(self, page=page)

    def shown(self) -> Draft:
        """As it is shown once more."""
        return replace(self, seen=(self.seen + 1) % _SIGHTS)

    def check(self, match: Match, seat: int) -> None:
        """Raises Refused where the seat is asked something else by now."""
        match.check_turn(seat, self.ply)
        if self.era not in (None, match.stored.era):
            raise Refused("stale")


@dataclass(frozen=True, slots=True)
class Asked:
    """What a draft has come to."""

    draft: Draft
    step: Choices | Complete
    forced: tuple[Option, ...] = ()
    """The answers there was no other for, so they were not asked."""
    is_seen: bool = False
    """All of the move was on the picture when it was made whole."""


def ask(position: Position, seat: int, draft: Draft) -> Asked:
    """What is to be asked next. A question with one answer is none."""
    step = _step(position, seat, draft)
    if isinstance(step, Complete):
        return Asked(draft, step, is_seen=_is_seen(position, seat, draft))
    if step.so_far is not None:
        draft = replace(draft, partial=step.so_far)
    forced: list[Option] = []
    while isinstance(step, Choices) and (only := _only(step)):
        forced.append(only)
        draft = draft.plus(only.key)
        step = _step(position, seat, draft)
    return Asked(draft, step, tuple(forced))


def _step(position: Position, seat: int, draft: Draft) -> Choices | Complete:
    return position.choices(seat, draft.partial)


def _only(step: Choices) -> Option | None:
    answers = (*step.options, *step.aside)
    return answers[0] if len(answers) == 1 else None


def _is_seen(position: Position, seat: int, draft: Draft) -> bool:
    """The answer that made it whole plays what the step before it had shown."""
    before = position.choices(seat, draft.partial[:-1])
    return isinstance(before, Choices) and any(
        option.is_last and option.key == draft.partial[-1] for option in before.aside
    )


def read(match: Match, seat: int, draft: Draft) -> Asked:
    """As `ask` in the position of a match. Raises Refused for a draft that leads nowhere."""
    try:
        return ask(match.position, seat, draft)
    except Refusal as refusal:
        raise RefusedByGame(match.game.name, refusal) from refusal


def behind(match: Match, seat: int, draft: Draft) -> Draft | None:
    """Where the last question was asked that was really asked; None where that is the first one."""
    for length in reversed(range(len(draft.partial))):
        asked = read(match, seat, draft.at(draft.partial[:length]))
        if not asked.forced:
            return asked.draft
    return None
