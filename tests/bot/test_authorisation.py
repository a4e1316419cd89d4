"""Who may do what: one table of every command and of all that can be pressed, for everybody there is.

Presses are forged: nothing that is asked for needs to have been offered.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import pytest
import simcord
from discord import app_commands

from bot.app import FEATURES
from bot.words.language import language
from engines import GAMES
from lessons import LESSONS
from puzzles.daily import daily
from puzzles.puzzle import Puzzle, puzzles_of
from tests.bot.finishing import won
from tests.bot.playing import Table, begin
from tests.bot.simulated import Answer, Club, Member, Shown

MOVER, OTHER = "the player to move", "the other player"
GUEST, STRANGER, MANAGER = "a guest of the lobby", "a stranger", "a manager of the server"
SHUT_OUT, OUTSIDER = "a member who cannot see the channel", "a member of another server"
EVERYBODY: Final = (MOVER, OTHER, GUEST, STRANGER, MANAGER, SHUT_OUT, OUTSIDER)
CHALLENGED, CHALLENGER = MOVER, OTHER


@dataclass
class Scene:
    """A match, a challenge, a lobby, a finished match; and who is there."""

    club: Club
    table: Table
    people: Mapping[str, Member]
    where: Mapping[str, simcord.ChannelHandle | None]
    private: Mapping[str, Shown]
    """A private message of each, on which things can be pressed."""
    numbers: Mapping[str, int]
    ply: int
    first: str
    """What may be chosen first, as a key and"""
    text: str
    """a legal move."""

    def filled(self, pattern: str) -> str:
        return pattern.format(
            **self.numbers,
            ply=self.ply,
            channel=self.club.channel.id,
            first=self.first,
            text=self.text,
            me=self.people[STRANGER].id,
            guest=self.people[GUEST].id,
        )


Prepare = Callable[[Scene], Awaitable[object]]


@dataclass(frozen=True)
class May:
    """A row of the table. Whoever is not refused may."""

    address: str = ""
    """Of a button, after feature and verb."""
    refused: Mapping[str, str] = field(default_factory=dict)
    choose: str | None = None
    """Of a menu: what is chosen in it."""
    menu: str | None = None
    """Whose menu it stands in."""
    fill: Mapping[str, str] | None = None
    """Of a form: what is filled in."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Of a command: persons by who they are, numbers by what they are of."""
    once: bool = False
    """It changes what others would find: each who may finds everything as it was."""
    after: Prepare | None = None


# Who is refused what


def all_but(*who: str, code: str) -> dict[str, str]:
    return {each: code for each in EVERYBODY if each not in who}


def unseen(code: str) -> dict[str, str]:
    """Who may not see it is told that it is not there."""
    return {SHUT_OUT: code, OUTSIDER: code}


HERE: Final = unseen("no_match")
ASKED_HERE: Final = unseen("no_challenge")
PLAYERS: Final = {**all_but(MOVER, OTHER, code="stranger"), **HERE}
TO_MOVE: Final = {**PLAYERS, OTHER: "not_your_turn"}
ASKED: Final = {**PLAYERS, OTHER: "own_offer"}
HOSTS: Final = {**all_but(CHALLENGER, code="hosts_only"), **ASKED_HERE}
MANAGERS: Final = all_but(MANAGER, code="manage_server")
MANAGING: Final = {**MANAGERS, **HERE}
"""A match: also managers decide about those only that they see."""
MONA: Final = 1
"""The number of a manager who has done something before."""


async def _offered(scene: Scene) -> None:
    offers = scene.club.bot.table.offers
    await offers.offer(scene.table.id, scene.people[OTHER].id, "draw")


async def _paused(scene: Scene) -> None:
    offers = scene.club.bot.table.offers
    await offers.offer(scene.table.id, scene.people[OTHER].id, "pause")
    await offers.offer(scene.table.id, scene.people[MOVER].id, "pause")


async def _barred(scene: Scene) -> None:
    await scene.club.bot.table.bars.bar(scene.club.guild.id, scene.people[STRANGER].id, MONA)


async def _voided(scene: Scene) -> None:
    rulings = scene.club.bot.table.rulings
    await rulings.void(scene.numbers["finished"], scene.club.guild.id, MONA)


async def _stale(scene: Scene) -> None:
    await scene.club.file.change("UPDATE challenges SET stale = 1 WHERE opponent IS NULL")


async def _blocked(scene: Scene) -> None:
    for who, member in scene.people.items():
        blocked = scene.people[MOVER if who != MOVER else OTHER]
        await scene.club.bot.table.preferences.block(member.id, blocked.id)


_M, _C, _L, _F = "{match}:{ply}", "{challenge}:0", "{lobby}:0", "{finished}:0"
_DRAFT: Final = f"{_M}:{{first}}:0"
_HISTORY: Final = "0:0:{me}::"

_TASK: Final = LESSONS["knopen"].tasks[0].number
_BUILD: Final = LESSONS["cubus"].tasks[0].number
_PUZZLE: Final = puzzles_of("krabcek")[0].number
_BUILDING: Final = puzzles_of("cubus")[0].number
_TODAY: Final = 20_454
"""The day on which everybody is there."""
_DAILY: Final = f"{daily(_TODAY).number}:{_TODAY}"


def _first_of(puzzle: Puzzle) -> str:
    """What may be chosen first."""
    step = GAMES[puzzle.game].read_position(puzzle.position).choices(puzzle.seat, ())
    key: str = getattr(step, "options")[0].key  # noqa: B009 - as below
    return key


BUTTON: Final[dict[str, May]] = {
    # On a challenge
    "challenge:accept": May(
        _C,
        {
            **all_but(CHALLENGED, code="not_your_challenge"),
            CHALLENGER: "yourself_accept",
            **ASKED_HERE,
        },
        once=True,
    ),
    "challenge:decline": May(
        _C, {**all_but(CHALLENGED, code="not_yours_to_decline"), **ASKED_HERE}, once=True
    ),
    "challenge:withdraw": May(
        _C, {**all_but(CHALLENGER, code="not_yours_to_withdraw"), **ASKED_HERE}, once=True
    ),
    "challenge:renew": May(
        _L, {**all_but(CHALLENGER, code="not_yours_to_renew"), **ASKED_HERE}, once=True, after=_stale
    ),
    "challenge:join": May(_L, {CHALLENGER: "sits_already", GUEST: "sits_already", **ASKED_HERE}, once=True),
    "challenge:quit": May(
        _L, {**all_but(GUEST, code="sits_not"), CHALLENGER: "host_stays", **ASKED_HERE}, once=True
    ),
    "challenge:start": May(_L, {**all_but(CHALLENGER, code="host_starts"), **ASKED_HERE}, once=True),
    "challenge:host": May(_L, HOSTS),
    "challenge:seat": May(_L, HOSTS, choose="2", once=True),
    "challenge:send_away": May(_L, HOSTS, choose="{guest}", once=True),
    "challenge:hand_on": May(_L, HOSTS, choose="{guest}", once=True),
    "challenge:asked": May(
        "0:0:{me}",
        {STRANGER: "yourself", OUTSIDER: "not_here"},
        fill={"game": "knopen", "pace": "300"},
        once=True,
    ),
    "challenge:rematch": May(_F, PLAYERS, once=True),
    "challenge:level": May("{finished}:0:2", {**PLAYERS, MOVER: "stale", OTHER: "stale"}),
    "challenge:begin": May("1:0:knopen", once=True),
    # On a board
    "play:move": May(_M, TO_MOVE),
    "play:say": May(f"{_M}:{{first}}", TO_MOVE),
    "play:compose": May(_DRAFT, TO_MOVE),
    "play:pick": May(f"{_M}::0", TO_MOVE, choose="{first}"),
    "play:write": May(_DRAFT, {**TO_MOVE, MOVER: "no_choice"}),
    "play:written": May(_DRAFT, {**TO_MOVE, MOVER: "no_choice"}),
    "play:play": May(_DRAFT, TO_MOVE),
    "play:go": May(f"{_M}:{{text}}", TO_MOVE, once=True),
    "play:look": May(_M, HERE),
    "play:games": May("0:0"),
    "play:more": May(_M, PLAYERS),
    "play:turn": May(_M, PLAYERS),
    "play:again": May(_M, PLAYERS, once=True),
    "play:resign": May(_M, PLAYERS),
    "play:resign_yes": May(_M, PLAYERS, once=True),
    "play:keep": May(_M, HERE),
    "play:sure": May(f"{_M}:abort", PLAYERS),
    "play:abort": May(_M, {**PLAYERS, MOVER: "has_begun", OTHER: "has_begun"}),
    "play:claim": May(_M, {**PLAYERS, MOVER: "not_gone", OTHER: "not_gone"}),
    "play:call_off": May(_M, {**PLAYERS, MOVER: "not_gone", OTHER: "not_gone"}),
    **{
        f"play:{verb}": May(_M, {**PLAYERS, MOVER: "no_coach", OTHER: "no_coach"})
        for verb in ("coach", "no_coach")
    },
    "play:win": May(_M, {**PLAYERS, MOVER: "not_gone", OTHER: "not_gone"}),
    "play:offer": May(_M, PLAYERS, once=True),
    "play:takeback": May(_M, PLAYERS, once=True),
    "play:pause": May(_M, PLAYERS, once=True),
    "play:resume": May(_M, PLAYERS, once=True, after=_paused),
    "play:agree": May(_M, ASKED, once=True, after=_offered),
    "play:disagree": May(_M, ASKED, once=True, after=_offered),
    "play:draw_yes": May(_M, ASKED, once=True, after=_offered),
    "play:draw_no": May(_M, ASKED, once=True, after=_offered),
    # Looking
    "archive:replay": May(_M, HERE),
    "archive:watch": May(_M, HERE),
    "archive:share": May(_M, HERE, once=True),
    "archive:chosen": May(_HISTORY, HERE, choose="{match}"),
    "archive:record": May(_M, HERE),
    "archive:steps": May(_M, HERE),
    **{f"archive:{verb}": May(_M, HERE) for verb in ("first", "before", "after", "last")},
    "archive:jump": May(_M, HERE, choose="0"),
    "archive:review": May(_F, HERE),
    "archive:curve": May(_F, HERE),
    "archive:share_review": May(_F, {**all_but(code="review_not_made"), **HERE}),
    **{
        f"archive:past_{verb}": May(_M, {**all_but(code="review_not_made"), **HERE})
        for verb in ("steps", "first", "before", "after", "last", "tip")
    },
    "archive:past_jump": May(_M, {**all_but(code="review_not_made"), **HERE}, choose="0"),
    "archive:newer": May(_HISTORY),
    "archive:older": May(_HISTORY),
    "fair:check": May(_M, HERE),
    "fair:seal": May(_C, ASKED_HERE),
    "guide:rules": May(_M, HERE),
    "guide:rules_first": May(_C, ASKED_HERE),
    "guide:page": May("0:0:knopen"),
    "guide:contents": May("0:0:knopen", choose="1"),
    # Learning: everybody their own
    "learn:begin": May("0:0:knopen"),
    "learn:over": May("0:0:knopen"),
    "learn:contents": May("0:0:knopen", choose="jump"),
    **{f"learn:{verb}": May(f"{_TASK}:0") for verb in ("task", "try", "show")},
    "learn:compose": May(f"{_TASK}:0::0"),
    "learn:pick": May(f"{_TASK}:0::0", choose="f9"),
    "learn:write": May(f"{_BUILD}:0::0"),
    "learn:written": May(f"{_BUILD}:0::0", fill={"line": "1/1"}),
    # Puzzles: everybody their own
    "puzzle:next": May("0:0:knopen"),
    **{f"puzzle:{verb}": May(f"{_PUZZLE}:0") for verb in ("task", "show", "look")},
    **{f"puzzle:line_{verb}": May(f"{_PUZZLE}:1") for verb in ("steps", "first", "before", "after", "last")},
    "puzzle:line_jump": May(f"{_PUZZLE}:1", choose="0"),
    "puzzle:compose": May(f"{_PUZZLE}:0::0"),
    "puzzle:pick": May(f"{_BUILDING}:0::0", choose="b1"),
    "puzzle:write": May(f"{_BUILDING}:0::0"),
    "puzzle:written": May(f"{_BUILDING}:0::0", fill={"line": "1/1"}),
    # The daily: the same for everybody, each by themselves
    "daily:open": May(f"{_TODAY}:0"),
    "daily:today": May("0:0"),
    "daily:past": May(f"{_TODAY - 1}:0"),
    "daily:table": May(f"{_TODAY}:0"),
    "daily:share": May(f"{_TODAY}:0", all_but(code="daily_untried")),
    **{f"daily:{verb}": May(_DAILY) for verb in ("task", "sure")},
    "daily:give_up": May(_DAILY, once=True),
    "daily:compose": May(f"{_DAILY}::0"),
    "daily:pick": May(f"{_DAILY}::0", choose=_first_of(daily(_TODAY))),
    "daily:play": May(f"{_DAILY}::0", all_but(code="stale")),
    "daily:write": May(f"{_DAILY}::0", all_but(code="no_choice")),
    "daily:written": May(f"{_DAILY}::0", all_but(code="no_choice"), fill={"line": "1/1"}),
    "ladder:page": May("0:0:knopen:here:all"),
    "ladder:profile": May("0:0:{me}"),
    "seasons:look": May("0:0"),
    "seasons:turn": May("0:0"),
    # Preferences: everybody his own
    "preferences:show": May("0:0"),
    "preferences:tables": May("0:0"),
    "preferences:form": May("0:0:talk"),
    "preferences:save": May("0:0:talk", fill={"pings": "none"}, once=True),
    "preferences:ask": May("0:0", choose="pings"),
    "preferences:set": May("0:0:pings", choose="none", once=True),
    "preferences:keep": May("0:0"),
    "preferences:erase": May("0:0", once=True),
    # and a server's those who manage it
    "preferences:show_house": May("0:0", MANAGERS),
    "preferences:form_house": May("0:0:places", MANAGERS),
    "preferences:save_house": May("0:0:places", MANAGERS, fill={"threads": "no"}, once=True),
    "preferences:ask_house": May("0:0", MANAGERS, choose="pace"),
    "preferences:set_house": May("0:0:pace", MANAGERS, choose="0", once=True),
    "preferences:channels_house": May("0:0", MANAGERS, choose="1234", once=True),
    "preferences:starters_house": May("0:0", MANAGERS, choose="1234", once=True),
    "preferences:seekers_house": May("0:0", MANAGERS, choose="1234", once=True),
    "preferences:podium_channel_house": May("0:0", MANAGERS, choose="1234", once=True),
    "preferences:log_channel_house": May("0:0", MANAGERS, choose="{channel}", once=True),
    "preferences:forget_house": May("0:0", MANAGERS),
    "preferences:forget_yes_house": May("0:0", MANAGERS, once=True),
    # They decide who plays there, and about matches
    "managing:open": May("0:0", MANAGERS),
    "managing:members": May("0:0", MANAGERS),
    "managing:bar": May("0:0", MANAGERS, choose="{me}"),
    "managing:bar_yes": May("0:0:{me}", MANAGERS, once=True),
    "managing:lift": May("0:0", MANAGERS, choose="{me}", once=True, after=_barred),
    "managing:matches": May("0:0", MANAGERS),
    "managing:number": May("0:0", MANAGERS),
    "managing:numbered": May("0:0", MANAGERS, choose="{match}"),
    "managing:match": May(_M, MANAGING),
    "managing:end": May(_M, MANAGING),
    "managing:end_yes": May(_M, MANAGING, once=True),
    "managing:award": May(_M, MANAGING),
    "managing:winners": May(_M, MANAGING, choose="0"),
    "managing:award_yes": May(f"{_M}:1", MANAGING, once=True),
    "managing:void": May(_F, MANAGING),
    "managing:void_yes": May(_F, MANAGING, once=True),
    "managing:restore": May(_F, {**MANAGING, MANAGER: "not_voided"}),
    "managing:restore_yes": May(_F, MANAGING, once=True, after=_voided),
    "managing:acts": May("0:0", MANAGERS),
}

COMMAND: Final[dict[str, May]] = {
    "Challenge": May(menu=STRANGER, refused={STRANGER: "yourself", OUTSIDER: "yourself"}),
    **{f"play {game}": May(once=True) for game in GAMES},
    "move": May(refused=TO_MOVE, options={"text": "text", "match": "match"}, once=True),
    "board": May(refused=HERE, options={"match": "match"}),
    "games": May(),
    "hint": May(
        refused={**PLAYERS, MOVER: "no_hints", OTHER: "no_hints"},
        options={"match": "match"},
    ),
    "replay": May(refused=HERE, options={"match": "match"}),
    "history": May(),
    "fair": May(refused=HERE, options={"match": "match"}),
    "rules": May(options={"game": "game"}),
    "learn": May(options={"game": "game"}),
    "puzzle": May(),
    "daily": May(),
    "help": May(),
    "rating": May(),
    "leaderboard": May(),
    "season": May(),
    "profile": May(),
    "settings": May(),
    "server": May(refused=MANAGERS),
    "block": May(
        options={"member": STRANGER},
        refused={STRANGER: "block_yourself", OUTSIDER: "block_yourself"},
        once=True,
    ),
    "unblock": May(
        options={"member": MOVER},
        refused={MOVER: "not_blocked", OUTSIDER: "not_blocked"},
        once=True,
        after=_blocked,
    ),
    "privacy export": May(),
    "privacy delete": May(),
}


# The table is whole


def test_all_that_can_be_pressed_stands_in_the_table() -> None:
    heard = {f"{feature.name}:{verb}" for feature in FEATURES.values() for verb in feature.verbs}
    assert heard == set(BUTTON)


def _leaves(commands: Any) -> Iterator[str]:
    for command in commands:
        if isinstance(command, app_commands.Group):
            yield from _leaves(command.commands)
        else:
            yield command.qualified_name


def test_every_command_stands_in_the_table(club: Club) -> None:
    assert set(_leaves(club.bot.tree.get_commands())) == set(COMMAND)


# What is there


@pytest.fixture
async def scene(club: Club, alice: Member, bram: Member, stranger: Member) -> Scene:
    guest, manager = club.join("Guest"), club.join_manager("Mona")
    outsider, elsewhere = club.elsewhere("Otto")
    shut_out, lounge = club.join("Sus"), club.guild.create_text_channel("lounge")
    club.hide(club.channel, shut_out)
    club.show_to_everybody("server")
    table = await begin(club, alice, bram)
    await table.play("b7-c6", "b6-b7", "take b7", "c6-b6")
    guild = club.guild.id
    people = {
        MOVER: table.blue,
        OTHER: table.red,
        GUEST: guest,
        STRANGER: stranger,
        MANAGER: manager,
        SHUT_OUT: shut_out,
        OUTSIDER: outsider,
    }
    await table.red.command("play knopen", opponent=table.blue)
    await guest.press(await table.red.command("play cubus"), "Join")
    challenge, lobby = await club.bot.table.stored_challenges.open_with(table.red.id)
    finished = await won(club.bot.table, (alice.id, bram.id), guild=guild)
    await club.file.change("UPDATE matches SET channel = ?", club.channel.id)
    match = await table.match()
    seat = match.seat_of(table.blue.id)
    moves = match.position.legal_moves(seat)
    step = match.position.choices(seat, ())
    where = {**dict.fromkeys(people, club.channel), SHUT_OUT: lounge, OUTSIDER: elsewhere}
    return Scene(
        club,
        table,
        people,
        where,
        {who: (await one.command("help", where=where[who])).private for who, one in people.items()},
        {"match": table.id, "challenge": challenge.id, "lobby": lobby.id, "finished": finished.id},
        match.ply,
        getattr(step, "options")[0].key,  # noqa: B009 - a step of composing that is not complete
        match.game.write_move(moves[0]),
    )


# What comes of it


async def done(scene: Scene, what: str, who: str) -> str | None:
    """The code of the refusal that somebody gets; None if it is done."""
    member = scene.people[who]
    if what in BUTTON:
        row = BUTTON[what]
        chosen = None if row.choose is None else (scene.filled(row.choose),)
        address, on = scene.filled(f"{what}:{row.address}"), scene.private[who]
        click = member.filling(on, address, **row.fill) if row.fill else member.forging(on, address, chosen)
        (answer,) = await scene.club.deliver(click)
    elif (menu := COMMAND[what].menu) is not None:
        other = member if who == OUTSIDER else scene.people[menu]
        answer = await member.in_menu_of(other, what, scene.where[who])
    else:
        answer = await member.command(what, where=scene.where[who], **_options(scene, COMMAND[what], who))
    return refusal(answer)


def _options(scene: Scene, row: May, who: str) -> dict[str, Any]:
    """On another server there is nobody else to name."""
    people = dict.fromkeys(EVERYBODY, scene.people[who]) if who == OUTSIDER else scene.people
    known: dict[str, Any] = {**people, **scene.numbers, "text": scene.text, "game": "knopen"}
    return {name: known[value] for name, value in row.options.items()}


def refusal(answer: Answer) -> str | None:
    """By its sentence, in whichever language."""
    for message in answer.messages:
        for code, sentence in _REFUSALS:
            if sentence.fullmatch(message.content):
                return code
    return None


def _pattern(sentence: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{.+?\\}", ".+", re.escape(sentence)))


_REFUSALS: Final = [
    (key.removeprefix("refusals."), _pattern(sentence))
    for code in ("en", "nl")
    for key, sentence in language(code).sentences.items()
    if key.startswith("refusals.")
]


async def stored(club: Club) -> dict[str, list[Any]]:
    """All that is in the file, but when the bot was alive, what people are called, and the puzzle of the day,
    which anybody's question writes down.
    """
    names = await club.file.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
    kept = {name for (name,) in names} - {"house", "people", "dailies"}
    return {name: [tuple(row) for row in await club.file.rows(f"SELECT * FROM {name}")] for name in kept}


TABLE: Final = BUTTON | COMMAND
PREPARED: Final = {row.after: row.after.__name__ if row.after else "at once" for row in TABLE.values()}


@pytest.mark.parametrize("prepare", PREPARED, ids=PREPARED.values())
async def test_who_may_not_is_told_why_and_changes_nothing(scene: Scene, prepare: Prepare | None) -> None:
    if prepare:
        await prepare(scene)
    before = await stored(scene.club)
    for what, row in TABLE.items():
        for who, code in row.refused.items():
            if row.after is prepare:
                assert (what, who, await done(scene, what, who)) == (what, who, code)
    assert await stored(scene.club) == before


READING: Final = [what for what, row in TABLE.items() if not row.once]
ONCE: Final = [
    (what, who) for what, row in TABLE.items() if row.once for who in EVERYBODY if who not in row.refused
]


async def test_who_may_look_sees(scene: Scene) -> None:
    for what in READING:
        for who in EVERYBODY:
            if who not in TABLE[what].refused:
                assert (what, who, await done(scene, what, who)) == (what, who, None)


@pytest.mark.parametrize(("what", "who"), ONCE)
async def test_who_may_does(scene: Scene, what: str, who: str) -> None:
    after = TABLE[what].after
    if after:
        await after(scene)
    before = await stored(scene.club)
    posts = len(scene.club.posts(scene.table.venue))
    assert await done(scene, what, who) is None
    changed = await stored(scene.club) != before or len(scene.club.posts(scene.table.venue)) > posts
    assert changed or what.startswith("preferences:erase")


# Alone with the bot, where there is no server


ALONE: Final = "the player to move, in a direct message"
HIDDEN: Final = {"server", "season", "Challenge"}
"""Commands that Discord does not offer there."""
TOLD: Final = {
    "challenge:rematch": "played_elsewhere",
    "challenge:withdraw": "asked_elsewhere",
    **dict.fromkeys((f"challenge:{verb}" for verb in ("start", "host", "seat", "send_away")), "no_challenge"),
    "archive:newer": "others_on_servers",
    "archive:older": "others_on_servers",
    "ladder:profile": "others_on_servers",
}
"""What a player is told there and not on their server: history and profile asked for are a stranger's."""


def code_alone(what: str) -> str | None:
    """Of the refusal that they get; what is not of servers they may as on theirs."""
    feature, _, verb = what.partition(":")
    if verb and verb in FEATURES[feature].on_servers:
        return "needs_server"
    return TOLD.get(what, TABLE[what].refused.get(MOVER))


async def in_direct_message(scene: Scene) -> Scene:
    member = scene.people[MOVER].directly
    private = (await member.command("help")).private
    return replace(
        scene,
        people={**scene.people, ALONE: member},
        where={**scene.where, ALONE: None},
        private={**scene.private, ALONE: private},
    )


@pytest.mark.parametrize("prepare", PREPARED, ids=PREPARED.values())
async def test_alone_a_player_may_what_is_not_of_servers(scene: Scene, prepare: Prepare | None) -> None:
    if prepare:
        await prepare(scene)
    scene = await in_direct_message(scene)
    for what, row in TABLE.items():
        if row.after is prepare and what not in HIDDEN and (code_alone(what) or not row.once):
            assert (what, await done(scene, what, ALONE)) == (what, code_alone(what))


@pytest.mark.parametrize(
    "what", [what for what, row in TABLE.items() if row.once and code_alone(what) is None]
)
async def test_alone_a_player_does_what_they_may(scene: Scene, what: str) -> None:
    after = TABLE[what].after
    if after:
        await after(scene)
    scene = await in_direct_message(scene)
    assert await done(scene, what, ALONE) is None
