"""What can be pressed and written: buttons, forms, and the rows of them under challenges and boards.

Each is an address, and nothing else: it is heard at any time, also after a restart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeVar

from discord import ButtonStyle, app_commands, ui

from bot.club.challenge import Challenge
from bot.club.match import Match
from bot.club.reviews import has_review
from bot.club.whereabouts import DIRECT
from bot.ui import limits
from bot.ui.addresses import Address
from bot.words import sentences
from bot.words.language import Language

Kind = TypeVar("Kind")

_LINE: Final = 200
_SHOWS_BOARD: Final = (("play", "more"), ("fair", "check"))
"""The button that is under a board while the match runs, and the one under its last board."""


def button(
    address: Address, label: str, style: ButtonStyle = ButtonStyle.secondary, *, row: int | None = None
) -> ui.Button[ui.View]:
    return ui.Button(custom_id=str(address), label=label, style=style, row=row)


def form(address: Address, title: str, label: str, example: str) -> ui.Modal:
    """A line to write. It is heard by its address, as a button is."""
    asked = ui.Modal(title=title[: limits.FORM_TITLE], timeout=limits.FORM_LIVES, custom_id=str(address))
    line: ui.TextInput[ui.Modal] = ui.TextInput(custom_id="line", placeholder=example, max_length=_LINE)
    asked.add_item(ui.Label(text=label[: limits.FORM_TITLE], component=line))
    return asked


def view(items: Iterable[ui.Item[Any]]) -> ui.View:
    """A view that discord.py does not keep: its buttons are heard by address, also after a restart."""
    shown = ui.View(timeout=None)
    for item in items:
        shown.add_item(item)
    shown.stop()
    return shown


def suggested(named: Mapping[int, str], typed: str) -> list[app_commands.Choice[int]]:
    """What autocomplete offers of numbers that have names: those with what was typed in their names."""
    shown = {number: name[: limits.SUGGESTION] for number, name in named.items()}
    found = [number for number, name in shown.items() if typed.casefold() in name.casefold()]
    return [app_commands.Choice(name=shown[number], value=number) for number in found[: limits.SUGGESTIONS]]


def board_addresses(match: Match) -> set[str]:
    """By one of these buttons the newest board is known, while the match runs or when it is over."""
    return {str(_address(match, feature, verb)) for feature, verb in _SHOWS_BOARD}


def _address(match: Match, feature: str, verb: str) -> Address:
    era = match.stored.era if (feature, verb) in _SHOWS_BOARD else 0
    return Address(feature, verb, match.id, match.ply, (str(era),) if era else ())


def match_buttons(
    match: Match,
    words: Language,
    *,
    is_stuck: bool = False,
    next_level: int | None = None,
    is_new: bool = False,
) -> list[list[ui.Button[ui.View]]]:
    """`is_stuck`: a computer cannot move, and nobody has to wait for it. `next_level`: to be tried after a
    match with a computer that is over. `is_new`: somebody plays the game for the first time.
    """

    def one(feature: str, verb: str, style: ButtonStyle = ButtonStyle.secondary) -> ui.Button[ui.View]:
        return button(_address(match, feature, verb), words.say(f"buttons.{verb}"), style)

    if match.outcome:
        below = [one("challenge", "rematch"), *_try_level(match, next_level, words)]
        reviews = ("review",) if has_review(match) else ()
        seen = [one("archive", verb) for verb in ("replay", *reviews)]
        return rows([*below, *seen, one("fair", "check"), one("guide", "rules")])
    answers = [
        button(Address("play", "say", match.id, match.ply, (key,)), label, ButtonStyle.primary)
        for key, label in sentences.answers(match, words)
    ]
    move = answers or [one("play", "move", ButtonStyle.primary)]
    if is_stuck and match.has_begun:
        move = [one("play", "win", ButtonStyle.primary)]
    below = [*move, one("guide", "rules"), one("play", "more")]
    if match.is_solo and match.is_new_to_its_members:
        below.append(button(_address(match, "fair", "check"), words.say("buttons.seal")))
        below.append(coach_button(match, words))
    if is_new:
        below.append(_learn(match.game.name, words))
    return rows(below)


def coach_button(match: Match, words: Language) -> ui.Button[ui.View]:
    """Calls it, or sends it away: who presses twice meant it once."""
    verb = "no_coach" if match.stored.coach is not None else "coach"
    return button(Address("play", verb, match.id, match.ply), words.say(f"buttons.{verb}"))


def _learn(game: str, words: Language) -> ui.Button[ui.View]:
    return button(Address("learn", "begin", 0, 0, (game,)), words.say("buttons.learn"))


def rows(buttons: list[Kind]) -> list[list[Kind]]:
    """Side by side, as many as fit."""
    return [buttons[first : first + limits.ROW] for first in range(0, len(buttons), limits.ROW)]


def _try_level(match: Match, level: int | None, words: Language) -> list[ui.Button[ui.View]]:
    if level is None:
        return []
    address = Address("challenge", "level", match.id, match.ply, (str(level),))
    return [button(address, words.say("buttons.level", level=level), ButtonStyle.primary)]


_STYLES: Final = {
    "accept": ButtonStyle.success,
    "join": ButtonStyle.success,
    "start": ButtonStyle.primary,
    "renew": ButtonStyle.primary,
}


def challenge_verbs(challenge: Challenge) -> tuple[str, ...]:
    """What may be done with a challenge, by one or the other."""
    again = ("renew",) if challenge.is_renewable else ()
    if challenge.state != "open":
        return again
    if challenge.is_lobby:
        if challenge.guild == DIRECT:
            return ("start", "host")
        return ("join", "quit", "start", "host", *again)
    if challenge.opponent is None:
        return ("accept", "withdraw", *again)
    return ("accept", "decline", "withdraw")


def verbs_for(challenge: Challenge, member: int) -> tuple[str, ...]:
    """What this member may do with it."""
    if member == challenge.challenger:
        again = ("renew",) if challenge.is_renewable else ()
        return (*(("start",) if challenge.is_lobby else ()), *again, "withdraw")
    if member in challenge.guests:
        return ("quit",)
    if member in challenge.sent_away:
        return ()
    return tuple(verb for verb in challenge_verbs(challenge) if verb in ("accept", "decline", "join"))


def challenge_buttons(
    challenge: Challenge, words: Language, *, is_new: bool = False
) -> list[list[ui.Button[ui.View]]]:
    """A lobby has two rows: who sits there, and what else there is. One that is over may be renewed.

    `is_new`: somebody asks for the game for the first time, or is asked.
    """
    is_direct = challenge.guild == DIRECT
    answers = {
        verb: button(
            Address("challenge", verb, challenge.id),
            words.say("buttons.ask_computers" if verb == "host" and is_direct else f"buttons.{verb}"),
            _STYLES.get(verb, ButtonStyle.secondary),
        )
        for verb in challenge_verbs(challenge)
    }
    if challenge.state != "open":
        return [[*answers.values()]]
    rules = button(Address("guide", "rules_first", challenge.id), words.say("buttons.rules"))
    besides = [rules, seal_button(challenge, words)]
    learn = [_learn(challenge.game_name, words)] if is_new else []
    if not challenge.is_lobby:
        return rows([*answers.values(), *besides, *learn])
    below = [answers.pop(verb) for verb in ("host", "renew") if verb in answers and not is_direct]
    return [[*answers.values()], [*below, *besides, *learn]]


def seal_button(challenge: Challenge, words: Language) -> ui.Button[ui.View]:
    return button(Address("fair", "seal", challenge.id), words.say("buttons.seal"))
