"""Discord waits three seconds for an answer, and may need longer itself: nobody asks it anything first.

Whatever the bot wants of Discord is held until it has answered the person, and comes to nothing then.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final

import pytest

from bot.app import FEATURES
from bot.club.deadlines import DAY
from lessons import LESSONS
from puzzles.daily import daily
from puzzles.puzzle import puzzles_of
from tests.patience import PATIENCE
from tests.process.club import Club, Match
from tests.process.test_managing import over
from tests.process.test_playing_alone import begun
from tests.standin import ALWAYS, Interaction, Message, Payload, Person
from tests.standin.interactions import options_of

_LONG: Final = PATIENCE / 4
"""Seconds for which an answer may still come that does not wait for what Discord was asked meanwhile."""
_USER, _INTEGER = 6, 4
ASKED: Final = (("GET", "*"), ("*", "/channels/*"), ("*", "/users/*"), ("*", "/guilds/*"))
"""Whatever the bot wants of Discord, but for its answers."""


class Impatience:
    """Sends what people do, and notes what was not answered without asking Discord."""

    def __init__(self, club: Club) -> None:
        self._discord = club.discord
        self.late: list[str] = []

    async def __call__(self, name: str, person: Person, doing: Interaction) -> None:
        holds = [self._discord.faults.hold(*what, times=ALWAYS) for what in ASKED]
        sending = asyncio.create_task(person.send(doing))
        asked = asyncio.create_task(holds[0].reached())
        await asyncio.wait({sending, asked}, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait({sending}, timeout=_LONG)
        if not sending.done():
            self.late.append(name)
            self._discord.let_pass(4)
        for hold in holds:
            hold.refuse(503)
        for task in (sending, asked):
            task.cancel()
        await asyncio.gather(sending, asked, return_exceptions=True)


@pytest.fixture
def hurry(hasty: Club) -> Impatience:
    return Impatience(hasty)


# Commands


def leaves(commands: list[Payload], path: str = "") -> Iterator[tuple[str, list[Payload]]]:
    """Every command by its whole name, with its options."""
    for one in commands:
        name = f"{path} {one['name']}".strip()
        below = [option for option in one.get("options", ()) if option["type"] in (1, 2)]
        if below:
            yield from leaves(below, name)
        else:
            yield name, options_of(one)


def sample(option: Payload, match: Match, other: Person) -> Any:
    """A value that can be meant."""
    if option.get("choices"):
        return option["choices"][0]["value"]
    if option["type"] == _USER:
        return other
    return match.number if option["type"] == _INTEGER else match.next_turn().text


async def test_every_command_is_answered_in_time(hasty: Club, hurry: Impatience) -> None:
    """With what it must be told, and with the first member that it may be told."""
    ended, match = await hasty.begin(), await hasty.begin(game="cubus", hints="on")
    await call_off(ended)
    await ended.settled()
    for name, options in leaves(hasty.discord.world.commands):
        person = match.next_turn().person
        (other,) = {match.anna, match.ben} - {person}
        chosen = [one for one in options if one.get("required")]
        chosen += [one for one in options if one["type"] == _USER and one not in chosen][:1]
        values = {one["name"]: sample(one, match, other) for one in chosen}
        await hurry(name, person, person.asking(name, match.venue, **values))
    assert hurry.late == []
    hasty.check_words()


async def test_every_suggestion_comes_in_time(hasty: Club, hurry: Impatience) -> None:
    match = await hasty.begin()
    person = match.next_turn().person
    for name, options in leaves(hasty.discord.world.commands):
        for option in options:
            if option.get("autocomplete"):
                doing = person.typing(name, option["name"], match.venue)
                await hurry(f"{name} {option['name']}", person, doing)
    assert hurry.late == []


async def test_suggestions_name_the_opponent(hasty: Club) -> None:
    match = await hasty.begin()
    await match.ben.slash("games")
    typing = await match.anna.send(match.anna.typing("move", "match", match.venue))
    assert "Ben" in typing.suggestions[0]["name"]


# Buttons and menus


Scene = Callable[[Club], Awaitable[tuple[Person, Interaction]]]


async def more(match: Match, person: Person) -> Message:
    """Whoever is slow to say who is here keeps it waiting, but not its acknowledgement."""
    (menu,) = (await person.click(match.board, "play:more:")).private
    await match.discord.until(lambda: menu.buttons)
    return menu


async def call_off(match: Match) -> None:
    """Without a result: nobody has moved yet."""
    menu = await more(match, match.anna)
    await match.anna.click(menu, "play:sure:")
    await match.anna.click(menu, "play:abort:")


def on_the_board(verb: str, *rest: str, values: tuple[str, ...] = (), private: bool = False) -> Scene:
    """Pressed by whoever is to move, in a match that has begun just now."""

    async def scene(club: Club) -> tuple[Person, Interaction]:
        match = await club.begin(time=300)
        person = match.next_turn().person
        where = person.whisper(match.venue) if private else match.board
        address = ":".join([verb, str(match.number), str(len(match.record)), *rest])
        return person, person.pressing(where, address, *values)

    return scene


def in_private(verb: str, *rest: str, values: tuple[str, ...] = ()) -> Scene:
    return on_the_board(verb, *rest, values=values, private=True)


def on_page(address: str, *values: str) -> Scene:
    """Pressed under something private."""

    async def scene(club: Club) -> tuple[Person, Interaction]:
        person = club.discord.join("Anna")
        return person, person.pressing(person.whisper(club.discord.table), address, *values)

    return scene


def in_a_form(address: str, **fields: str) -> Scene:
    async def scene(club: Club) -> tuple[Person, Interaction]:
        person = club.discord.join("Anna")
        return person, person.writing(person.whisper(club.discord.table), address, **fields)

    return scene


def on_an_offer(verb: str) -> Scene:
    async def scene(club: Club) -> tuple[Person, Interaction]:
        match = await club.begin()
        await match.play_turn()
        await match.anna.click(await more(match, match.anna), "play:offer:")
        await club.discord.until(lambda: len(match.venue.last.buttons) == 2)
        address = f"{verb}:{match.number}:{len(match.record)}"
        return match.ben, match.ben.pressing(match.venue.last, address)

    return scene


async def resuming(club: Club) -> tuple[Person, Interaction]:
    match = await club.begin(time=300)
    await match.anna.click(await more(match, match.anna), "play:pause:")
    await match.ben.click(await more(match, match.ben), "play:agree:")
    address = f"play:resume:{match.number}:{len(match.record)}"
    return match.ben, match.ben.pressing(match.ben.whisper(match.venue), address)


def ending(verb: str) -> Scene:
    """For an opponent who has left the server."""

    async def scene(club: Club) -> tuple[Person, Interaction]:
        match = await club.begin()
        del club.discord.world.people[match.ben.user.id]
        address = f"play:{verb}:{match.number}:{len(match.record)}"
        return match.anna, match.anna.pressing(match.anna.whisper(match.venue), address)

    return scene


def building(verb: str, *values: str) -> Scene:
    """At Cubus, where builds are written."""

    async def scene(club: Club) -> tuple[Person, Interaction]:
        match = await club.begin(game="cubus")
        turn = match.next_turn()
        address = f"{verb}:{match.number}:{turn.ply}::0"
        if verb == "play:written":
            whisper = turn.person.whisper(match.venue)
            return turn.person, turn.person.writing(whisper, address, line=turn.text)
        return turn.person, turn.person.pressing(turn.person.whisper(match.venue), address, *values)

    return scene


def on_a_challenge(verb: str, *, by_challenger: bool = False, guests: int = 0) -> Scene:
    async def scene(club: Club) -> tuple[Person, Interaction]:
        seats = 4 if guests else 2
        match = Match(club, game="cubus" if guests else "knopen", seats=seats)
        challenge = await match.challenge()
        for guest in match.members[2 : 2 + guests]:
            await guest.click(challenge, "challenge:join:")
        person = match.anna if by_challenger else match.members[-1 if verb.endswith("quit") else 1]
        return person, person.clicking(challenge, f"{verb}:")

    return scene


async def renewing(club: Club) -> tuple[Person, Interaction]:
    match = Match(club)
    challenge = await match.challenge()
    ((number,),) = club.rows("SELECT max(id) FROM challenges")
    return match.anna, match.anna.pressing(challenge, f"challenge:renew:{number}:0")


def as_a_host(verb: str, *values: str) -> Scene:
    """In the private menu of the host; about the guest, unless it is said what is chosen."""

    async def scene(club: Club) -> tuple[Person, Interaction]:
        match = Match(club, game="cubus", seats=3)
        challenge = await match.challenge()
        await match.ben.click(challenge, "challenge:join:")
        (menu,) = (await match.anna.click(challenge, "challenge:host:")).private
        ((number,),) = club.rows("SELECT id FROM challenges WHERE message = ?", challenge.id)
        address = f"challenge:{verb}:{number}:0"
        return match.anna, match.anna.pressing(menu, address, *(values or [str(match.ben.user.id)]))

    return scene


def managing(verb: str, *rest: str, values: tuple[str, ...] = (), is_over: bool = False) -> Scene:
    """By somebody who manages the server, about a match of others."""

    async def scene(club: Club) -> tuple[Person, Interaction]:
        match, manager = await club.begin(), club.discord.join("Mona")
        if is_over:
            await over(match)
        page = manager.whisper(match.venue)
        if verb.startswith("restore"):
            await manager.send(manager.pressing(page, f"managing:void_yes:{match.number}:0"))
        address = ":".join([f"managing:{verb}:{match.number}:0", *rest])
        if verb == "numbered":
            return manager, manager.writing(page, address, line=str(match.number))
        return manager, manager.pressing(page, address, *values)

    return scene


def about_a_member(verb: str) -> Scene:
    """Somebody is chosen who plays there."""

    async def scene(club: Club) -> tuple[Person, Interaction]:
        match, manager = await club.begin(), club.discord.join("Mona")
        page, member = manager.whisper(match.venue), str(match.ben.user.id)
        if verb == "lift":
            await manager.send(manager.pressing(page, f"managing:bar_yes:0:0:{member}"))
        rest, chosen = ([], [member]) if verb == "bar" else ([member], [])
        return manager, manager.pressing(page, ":".join([f"managing:{verb}:0:0", *rest]), *chosen)

    return scene


async def challenging(club: Club) -> tuple[Person, Interaction]:
    anna, ben = club.discord.join("Anna"), club.discord.join("Ben")
    page = anna.whisper(club.discord.table)
    return anna, anna.writing(page, f"challenge:asked:0:0:{ben.user.id}", game="knopen", pace="300")


async def rematching(club: Club) -> tuple[Person, Interaction]:
    match = await club.begin()
    await call_off(match)
    await match.settled()
    address = f"challenge:rematch:{match.number}:{len(match.record)}"
    return match.ben, match.ben.pressing(match.board, address)


async def another_level(club: Club) -> tuple[Person, Interaction]:
    match = await begun(club)
    await call_off(match)
    await club.told("SELECT 1 FROM matches WHERE id = ? AND ended_at IS NOT NULL", match.number)
    return match.anna, match.anna.pressing(match.board, f"challenge:level:{match.number}:0:3")


TASK: Final = LESSONS["knopen"].tasks[0].number
BUILD: Final = LESSONS["cubus"].tasks[0].number
PUZZLE: Final = puzzles_of("krabcek")[0].number
BUILDING: Final = puzzles_of("cubus")[0].number


def of_today(address: str, *values: str, **line: str) -> Scene:
    """As above, of the daily: its puzzle and its day are filled in."""

    async def scene(club: Club) -> tuple[Person, Interaction]:
        day = int(time.time()) // DAY
        filled = address.format(puzzle=daily(day).number, day=day, before=day - 1)
        return await (in_a_form(filled, **line) if line else on_page(filled, *values))(club)

    return scene


PRESSES: Final[dict[str, Scene]] = {
    **{f"play:{verb}": on_the_board(f"play:{verb}") for verb in ("move", "more", "win")},
    **{f"play:{verb}": on_the_board(f"play:{verb}") for verb in ("coach", "no_coach")},
    "play:say": on_the_board("play:say", "pass"),
    "play:written": building("play:written"),
    **{f"play:{verb}": on_an_offer(f"play:{verb}") for verb in ("agree", "disagree", "draw_yes", "draw_no")},
    "play:compose": in_private("play:compose", "", "0"),
    "play:pick": in_private("play:pick", "", "0", values=("d2",)),
    "play:write": building("play:write"),
    "play:go": in_private("play:go", "e2-d3"),
    **{
        f"play:{verb}": in_private(f"play:{verb}")
        for verb in ("resign", "resign_yes", "keep", "abort", "offer", "takeback", "pause", "turn", "again")
    },
    "play:play": in_private("play:play", "e2,d3", "0"),
    "play:sure": in_private("play:sure", "abort"),
    "play:resume": resuming,
    **{f"play:{verb}": ending(verb) for verb in ("claim", "call_off")},
    "play:look": in_private("play:look"),
    "play:games": on_page("play:games:0:0"),
    "challenge:accept": on_a_challenge("challenge:accept"),
    "challenge:decline": on_a_challenge("challenge:decline"),
    "challenge:withdraw": on_a_challenge("challenge:withdraw", by_challenger=True),
    "challenge:renew": renewing,
    "challenge:join": on_a_challenge("challenge:join", guests=2),
    "challenge:quit": on_a_challenge("challenge:quit", guests=2),
    "challenge:start": on_a_challenge("challenge:start", by_challenger=True, guests=2),
    "challenge:host": on_a_challenge("challenge:host", by_challenger=True, guests=2),
    **{f"challenge:{verb}": as_a_host(verb) for verb in ("send_away", "hand_on")},
    "challenge:seat": as_a_host("seat", "2"),
    "challenge:asked": challenging,
    "challenge:rematch": rematching,
    "challenge:level": another_level,
    "challenge:begin": on_page("challenge:begin:1:0:knopen"),
    **{f"archive:{verb}": on_the_board(f"archive:{verb}") for verb in ("replay", "watch", "steps", "record")},
    **{
        f"archive:{verb}": in_private(f"archive:{verb}")
        for verb in ("share", "first", "before", "after", "last")
    },
    "archive:chosen": in_private("archive:chosen", values=("1",)),
    "archive:jump": in_private("archive:jump", values=("0",)),
    **{f"archive:{verb}": on_the_board(f"archive:{verb}") for verb in ("review", "curve")},
    "archive:share_review": in_private("archive:share_review"),
    **{
        f"archive:past_{verb}": in_private(f"archive:past_{verb}")
        for verb in ("steps", "first", "before", "after", "last", "tip")
    },
    "archive:past_jump": in_private("archive:past_jump", values=("0",)),
    **{f"archive:{verb}": on_page(f"archive:{verb}:0:0:1::") for verb in ("newer", "older")},
    "guide:rules": on_the_board("guide:rules"),
    "guide:rules_first": on_page("guide:rules_first:1:0"),
    "guide:page": on_page("guide:page:0:0:knopen"),
    "guide:contents": on_page("guide:contents:0:0:knopen", "2"),
    **{f"learn:{verb}": on_page(f"learn:{verb}:0:0:knopen") for verb in ("begin", "over")},
    "learn:contents": on_page("learn:contents:0:0:knopen", "jump"),
    **{f"learn:{verb}": on_page(f"learn:{verb}:{TASK}:0") for verb in ("task", "try", "show")},
    "puzzle:next": on_page("puzzle:next:0:0:knopen"),
    **{f"puzzle:{verb}": on_page(f"puzzle:{verb}:{PUZZLE}:0") for verb in ("task", "show", "look")},
    **{
        f"puzzle:line_{verb}": on_page(f"puzzle:line_{verb}:{PUZZLE}:1")
        for verb in ("steps", "first", "before", "after", "last")
    },
    "puzzle:line_jump": on_page(f"puzzle:line_jump:{PUZZLE}:1", "0"),
    "puzzle:compose": on_page(f"puzzle:compose:{PUZZLE}:0::0"),
    "puzzle:pick": on_page(f"puzzle:pick:{BUILDING}:0::0", "b1"),
    "puzzle:write": on_page(f"puzzle:write:{BUILDING}:0::0"),
    "puzzle:written": in_a_form(f"puzzle:written:{BUILDING}:0::0", line="1/1"),
    **{f"daily:{verb}": of_today(f"daily:{verb}:{{day}}:0") for verb in ("open", "table", "share")},
    "daily:today": of_today("daily:today:0:0"),
    "daily:past": of_today("daily:past:{before}:0"),
    **{f"daily:{verb}": of_today(f"daily:{verb}:{{puzzle}}:{{day}}") for verb in ("task", "sure", "give_up")},
    **{
        f"daily:{verb}": of_today(f"daily:{verb}:{{puzzle}}:{{day}}::0")
        for verb in ("compose", "play", "write")
    },
    "daily:pick": of_today("daily:pick:{puzzle}:{day}::0", "nothing"),
    "daily:written": of_today("daily:written:{puzzle}:{day}::0", line="1/1"),
    "learn:compose": on_page(f"learn:compose:{TASK}:0:f9,f5:0"),
    "learn:pick": on_page(f"learn:pick:{TASK}:0::0", "f9"),
    "learn:write": on_page(f"learn:write:{BUILD}:0::0"),
    "learn:written": in_a_form(f"learn:written:{BUILD}:0::0", line="1/1"),
    "fair:check": on_the_board("fair:check"),
    "fair:seal": on_a_challenge("fair:seal"),
    **{f"managing:{verb}": managing(verb) for verb in ("open", "members", "matches", "number", "numbered")},
    **{f"managing:{verb}": managing(verb) for verb in ("acts", "match", "end", "end_yes", "award")},
    "managing:winners": managing("winners", values=("0",)),
    "managing:award_yes": managing("award_yes", "0"),
    **{
        f"managing:{verb}": managing(verb, is_over=True)
        for verb in ("void", "void_yes", "restore", "restore_yes")
    },
    **{f"managing:{verb}": about_a_member(verb) for verb in ("bar", "bar_yes", "lift")},
    "ladder:page": on_page("ladder:page:0:0:knopen:here:all:first"),
    "ladder:profile": on_page("ladder:profile:0:0:1234"),
    **{
        f"preferences:{verb}": on_page(f"preferences:{verb}:0:0")
        for verb in ("show", "tables", "show_house", "forget_house", "forget_yes_house", "erase", "keep")
    },
    "preferences:form": on_page("preferences:form:0:0:talk"),
    "preferences:form_house": on_page("preferences:form_house:0:0:places"),
    "preferences:save": in_a_form("preferences:save:0:0:talk", pings="none"),
    "preferences:save_house": in_a_form("preferences:save_house:0:0:places", threads="yes"),
    "preferences:ask": on_page("preferences:ask:0:0", "pings"),
    "preferences:ask_house": on_page("preferences:ask_house:0:0", "threads"),
    "preferences:set": on_page("preferences:set:0:0:pings", "none"),
    "preferences:set_house": on_page("preferences:set_house:0:0:threads", "yes"),
    "preferences:channels_house": on_page("preferences:channels_house:0:0:all"),
    "preferences:starters_house": on_page("preferences:starters_house:0:0:all"),
    "preferences:seekers_house": on_page("preferences:seekers_house:0:0:all"),
    "preferences:log_channel_house": on_page("preferences:log_channel_house:0:0:none"),
    "preferences:podium_channel_house": on_page("preferences:podium_channel_house:0:0:none"),
    **{f"seasons:{verb}": on_page(f"seasons:{verb}:0:0") for verb in ("look", "turn")},
}


def test_everything_that_can_be_pressed_is_pressed_here() -> None:
    verbs = {f"{feature.name}:{verb}" for feature in FEATURES.values() for verb in feature.verbs}
    assert verbs == set(PRESSES)


async def test_everything_that_is_pressed_is_answered_in_time(hasty: Club, hurry: Impatience) -> None:
    for name, scene in PRESSES.items():
        await hurry(name, *await scene(hasty))
    assert hurry.late == []
    hasty.check_words()
