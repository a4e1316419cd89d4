"""What a composer's buttons do: the next question, a choice from a menu, a move in writing.

It is the same for whatever is composed: a turn of a match, or an exercise that lies in no file.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from bot.club.match import Match
from bot.club.refused import Refused
from bot.ui.addresses import Address, understood
from bot.ui.composing import composer
from bot.ui.composing.drafts import Draft
from bot.ui.feature import Heard, Values
from bot.ui.table import Interaction

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Composing(Generic[T]):
    """Of one feature."""

    of: Callable[[Interaction, Address], Awaitable[T]]
    """What an address is about. Raises Refused for what there is no longer."""
    seated: Callable[[Interaction, T, Draft], tuple[Match, int]]
    """The match that a draft is of, and the seat. Raises Refused where it is asked something else by now."""
    go_on: Callable[[Interaction, T, Draft], Awaitable[None]]
    """The next question, or what the whole comes to."""

    @property
    def verbs(self) -> dict[str, Heard]:
        return {
            "compose": self._compose,
            "pick": self._pick,
            "write": self._write,
            "written": self._written,
        }

    async def _compose(self, interaction: Interaction, address: Address, _: Values) -> None:
        about = await self.of(interaction, address)
        await self.go_on(interaction, about, Draft.read(address))

    async def _pick(self, interaction: Interaction, address: Address, chosen: Values) -> None:
        about = await self.of(interaction, address)
        await self.go_on(interaction, about, Draft.read(address).plus("+".join(chosen)))

    async def _write(self, interaction: Interaction, address: Address, _: Values) -> None:
        about, draft = await self.of(interaction, address), Draft.read(address)
        match, _seat = self._to_write(interaction, about, draft)
        await composer.ask_in_writing(interaction, match, draft)

    async def _written(self, interaction: Interaction, address: Address, written: Values) -> None:
        about, draft = await self.of(interaction, address), Draft.read(address)
        match, seat = self._to_write(interaction, about, draft)
        with understood():
            line = written[0]
        await self.go_on(interaction, about, composer.written(match, seat, draft, line))

    def _to_write(self, interaction: Interaction, about: T, draft: Draft) -> tuple[Match, int]:
        """Raises Refused where a move is chosen, and not written."""
        match, seat = self.seated(interaction, about, draft)
        if match.position.can_list_moves(seat):
            raise Refused("no_choice")
        return match, seat


class Asked(Protocol):
    """Such as a task of a lesson, or a puzzle: it is asked again whenever its buttons are pressed."""

    @property
    def seat(self) -> int: ...


E = TypeVar("E", bound=Asked)


def exercise(
    of: Callable[[Address], E],
    laid_out: Callable[[Interaction, E], Match],
    go_on: Callable[[Interaction, E, Draft], Awaitable[None]],
) -> Composing[E]:
    """What one composes alone, on a position that lies in no file."""

    async def asked(_: Interaction, address: Address) -> E:
        return of(address)

    def seated(interaction: Interaction, exercise: E, _: Draft) -> tuple[Match, int]:
        return laid_out(interaction, exercise), exercise.seat

    return Composing(asked, seated, go_on)
