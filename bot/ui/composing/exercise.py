"""What is composed by one alone, on a position that lies in no file: its questions, by their buttons."""

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


class Asked(Protocol):
    """Such as a task of a lesson, or a puzzle."""

    @property
    def seat(self) -> int: ...


E = TypeVar("E", bound=Asked)


@dataclass(frozen=True, slots=True)
class Exercise(Generic[E]):
    """Of one feature."""

    of: Callable[[Address], E]
    """Which one an address is of. Raises Refused for one that there is no longer."""
    laid_out: Callable[[Interaction, E], Match]
    go_on: Callable[[Interaction, E, Draft], Awaitable[None]]
    """The next question, or what the try comes to."""

    @property
    def verbs(self) -> dict[str, Heard]:
        return {
            "compose": self._compose,
            "pick": self._pick,
            "write": self._write,
            "written": self._written,
        }

    async def _compose(self, interaction: Interaction, address: Address, _: Values) -> None:
        await self.go_on(interaction, self.of(address), Draft.read(address))

    async def _pick(self, interaction: Interaction, address: Address, chosen: Values) -> None:
        await self.go_on(interaction, self.of(address), Draft.read(address).plus("+".join(chosen)))

    async def _write(self, interaction: Interaction, address: Address, _: Values) -> None:
        asked = self.of(address)
        table = self.laid_out(interaction, asked)
        if table.position.can_list_moves(asked.seat):
            raise Refused("no_choice")
        await composer.ask_in_writing(interaction, table, Draft.read(address))

    async def _written(self, interaction: Interaction, address: Address, written: Values) -> None:
        asked = self.of(address)
        with understood():
            line = written[0]
        table = self.laid_out(interaction, asked)
        await self.go_on(interaction, asked, composer.written(table, asked.seat, Draft.read(address), line))
