"""Step by step through what was played: matches, reviews, the answers of puzzles. There is one way of it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from discord import SelectOption, ui

from bot.club.match import Match
from bot.ui import controls, limits, pictures
from bot.ui.addresses import Address, understood, whole_number
from bot.ui.feature import Heard, Values
from bot.ui.table import Interaction
from bot.words.language import Language

_FEW: Final = 4
"""Steps that the buttons lead to without a menu."""


class ShowsStep(Protocol):
    """The step of a match that was over by a ply: in an answer of its own, or in place of another step."""

    async def __call__(
        self, interaction: Interaction, number: int, ply: int, *, first: bool = False
    ) -> None: ...


@dataclass(frozen=True, slots=True)
class Steps:
    """Of one kind of a feature; `prefix` begins the verbs that hear of it."""

    feature: str
    prefix: str = ""

    def verbs(self, show_step: ShowsStep) -> dict[str, Heard]:
        """They lead from step to step."""

        async def open_steps(interaction: Interaction, address: Address, _: Values) -> None:
            await show_step(interaction, address.number, address.ply, first=True)

        async def go(interaction: Interaction, address: Address, _: Values) -> None:
            await show_step(interaction, address.number, address.ply)

        async def jump(interaction: Interaction, address: Address, chosen: Values) -> None:
            with understood():
                ply = whole_number(chosen[0])
            await show_step(interaction, address.number, ply)

        ways = dict.fromkeys(("first", "before", "after", "last"), go)
        verbs = {"steps": open_steps, **ways, "jump": jump}
        return {f"{self.prefix}{verb}": heard for verb, heard in verbs.items()}

    def address(self, verb: str, match: Match, ply: int) -> Address:
        return Address(self.feature, f"{self.prefix}{verb}", match.id, ply)

    def ways(self, match: Match, step: int, words: Language) -> Iterator[ui.Item[Any]]:
        """From one step to the others; none where there is nothing between the beginning and the end."""
        turns = match.turns
        if len(turns) > _FEW:
            yield self._menu(match, step, words)
        last = len(turns) - 1
        targets = {"first": 0, "before": step - 1, "after": step + 1, "last": last}
        for verb, target in targets.items():
            # The verbs do the same; but no two buttons of a message may have one address.
            there = min(max(target, 0), last)
            button = controls.button(
                self.address(verb, match, turns[there]), words.say(f"buttons.{verb}"), row=1
            )
            button.disabled = there == step
            yield button

    def _menu(self, match: Match, step: int, words: Language) -> ui.Select[ui.View]:
        turns = match.turns
        return ui.Select(
            custom_id=str(self.address("jump", match, turns[step])),
            placeholder=words.say("replay.jump"),
            options=[
                SelectOption(label=_label(match, turns, there, words), value=str(turns[there]))
                for there in pictures.spread(range(len(turns)), limits.OPTIONS)
            ],
            row=0,
        )


def step_at(turns: Sequence[int], ply: int) -> int:
    return max(0, bisect_right(turns, ply) - 1)


def _label(match: Match, turns: tuple[int, ...], there: int, words: Language) -> str:
    """`7 of 60: b7-c6`"""
    then = match.at(turns[there])
    texts = tuple(played.text for played in then.last if then.is_open(played))
    where = words.say("rules.page", page=there + 1, pages=len(turns))
    return f"{where}: {', '.join(texts)}"[: limits.OPTION]
