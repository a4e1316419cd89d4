"""Challenge, in the menu of a member: a form, and then all that `/play` does and refuses."""

from __future__ import annotations

import pytest

from bot.club.deadlines import DAY, PACES
from bot.words.language import LANGUAGES, language
from engines import GAMES
from tests.bot.simulated import Answer, Club, Member
from tests.bot.test_play import say

CHALLENGE = "Challenge"


async def refused(answer: Answer, code: str, **values: str) -> None:
    member = answer.club.alice
    assert answer.private.content == say(member, f"refusals.{code}", **values)
    assert answer.result.modal is None, "nobody fills in a form in vain"


async def test_the_form_has_every_game_with_its_line_and_the_usual_pace(
    club: Club, alice: Member, bram: Member
) -> None:
    await club.bot.table.preferences.change_server(club.guild.id, pace=DAY)
    for one, other in ((alice, bram), (bram, alice)):
        form = (await one.in_menu_of(other, CHALLENGE)).form
        assert form.title == say(one, "challenging.title")
        games, pace = form.fields
        assert games.values == tuple(GAMES)
        assert games.labels == tuple(game.title for game in GAMES.values())
        assert pace.values == tuple(map(str, PACES))
        assert pace.chosen == (str(DAY),)
        assert pace.labels[1] == say(one, "pace.300")


async def test_what_is_asked_so_is_what_play_asks(club: Club, alice: Member, bram: Member) -> None:
    typed = (await alice.command("play krabcek", opponent=bram)).public
    form = await alice.in_menu_of(bram, CHALLENGE)
    asked = (await alice.fill_in(form, game="krabcek")).public
    first, second = [await club.bot.table.stored_challenges.load(number) for number in (1, 2)]
    assert first is not None
    assert second is not None
    for what in ("guild", "channel", "game_name", "options", "challenger", "opponent", "locale", "pace"):
        assert getattr(first, what) == getattr(second, what), what
    assert (asked.labels, asked.pinged) == (typed.labels, typed.pinged)
    assert asked.content.rpartition("\n")[0] == typed.content.rpartition("\n")[0], "but for the seal"
    await bram.press(asked, "Accept")
    assert await club.stored.running_of(bram.id, club.guild.id)


async def test_the_pace_is_the_one_that_is_chosen(club: Club, alice: Member, bram: Member) -> None:
    await alice.fill_in(await alice.in_menu_of(bram, CHALLENGE), game="cubus", pace="300")
    (challenge,) = await club.bot.table.stored_challenges.open_with(bram.id)
    assert (challenge.game_name, challenge.opponent, challenge.pace) == ("cubus", bram.id, 300)


async def test_a_form_from_before_a_restart_challenges(club: Club, alice: Member, bram: Member) -> None:
    form = await alice.in_menu_of(bram, CHALLENGE)
    await club.restart()
    assert (await alice.fill_in(form, game="knopen")).public.pinged == {bram.id}


async def test_who_asks_the_bot_itself_plays_the_computer_at_once(club: Club, alice: Member) -> None:
    form = await alice.in_menu_of(club.bot_member, CHALLENGE)
    levels = form.form.field("level")
    assert levels.chosen == ("fitting",)
    assert levels.labels[1:] == tuple(say(alice, f"computer.choice.{level}") for level in range(1, 6))
    await alice.fill_in(form, game="kriskras", level="4")
    (number,) = await club.stored.running_of(alice.id, club.guild.id)
    match = await club.bot.table.matches.load(number)
    assert (match.game.name, match.is_solo, match.stored.level) == ("kriskras", True, 4)


# What `/play` refuses


async def test_nobody_challenges_themselves_or_another_bot(club: Club, alice: Member) -> None:
    await refused(await alice.in_menu_of(alice, CHALLENGE), "yourself")
    robot = club.env.create_user("robot", bot=True)
    await refused(await alice.in_menu_of(Member(club.guild.add_member(robot), club), CHALLENGE), "bots")


@pytest.mark.on_both
async def test_nobody_challenges_who_wants_none_or_was_blocked(
    club: Club, alice: Member, bram: Member
) -> None:
    await club.bot.table.preferences.change_member(bram.id, challengers="none")
    await refused(await alice.in_menu_of(bram, CHALLENGE), "takes_no_challenge", opponent=bram.mention)
    await alice.command("block", member=bram)
    await refused(await alice.in_menu_of(bram, CHALLENGE), "blocked_by_you", opponent=bram.mention)


@pytest.mark.on_both
async def test_nobody_is_challenged_where_one_does_not_play(club: Club, alice: Member, bram: Member) -> None:
    other = club.guild.create_text_channel("other")
    await club.bot.table.preferences.change_server(club.guild.id, channels=(other.id,))
    await refused(await alice.in_menu_of(bram, CHALLENGE), "play_elsewhere", channels=f"<#{other.id}>")
    assert (await alice.in_menu_of(bram, CHALLENGE, other)).form


async def test_what_changes_while_the_form_is_open_is_refused_then(
    club: Club, alice: Member, bram: Member
) -> None:
    form = await alice.in_menu_of(bram, CHALLENGE)
    await bram.command("block", member=alice)
    answer = await alice.fill_in(form, game="knopen")
    assert answer.private.content == say(alice, "refusals.takes_no_challenge", opponent=bram.mention)
    assert not club.posts()


async def test_there_is_room_for_so_many_as_with_play(club: Club, alice: Member, bram: Member) -> None:
    for game in ("knopen", "krabcek", "kriskras"):
        await alice.command(f"play {game}", opponent=bram)
    typed = await alice.command("play cubus", opponent=bram)
    answer = await alice.fill_in(await alice.in_menu_of(bram, CHALLENGE), game="cubus")
    assert answer.private.content == typed.private.content
    assert len(await club.bot.table.stored_challenges.open_with(bram.id)) == 3


async def test_who_has_left_while_the_form_was_open_is_not_challenged(
    club: Club, alice: Member, bram: Member
) -> None:
    form = await alice.in_menu_of(bram, CHALLENGE)
    club.env.backend.remove_member(club.guild.id, bram.id)
    answer = await alice.fill_in(form, game="knopen")
    assert answer.private.content == say(alice, "refusals.not_here", opponent=bram.mention)
    assert not club.posts()


@pytest.mark.parametrize(
    ("rest", "fields"),
    [
        ("{bram}", {"game": "chess"}),
        ("{bram}", {}),
        ("{bram}", {"game": "knopen", "pace": "77"}),
        ("{bram}", {"game": "knopen", "pace": "soon"}),
        ("{bot}", {"game": "knopen", "level": "6"}),
        ("me", {"game": "knopen"}),
        ("", {"game": "knopen"}),
    ],
)
async def test_a_form_that_was_never_shown_challenges_nobody(
    club: Club, alice: Member, bram: Member, rest: str, fields: dict[str, str]
) -> None:
    on = (await alice.command("help")).private
    address = f"challenge:asked:0:0:{rest.format(bram=bram.id, bot=club.bot_member.id)}"
    (answer,) = await club.deliver(alice.filling(on, address, **fields))
    assert answer.private.content == say(alice, "refusals.not_understood")
    assert not await club.bot.table.stored_challenges.open_with(alice.id)


async def test_in_a_direct_message_it_is_not_heard(club: Club, alice: Member, bram: Member) -> None:
    on = (await alice.directly.command("help")).private
    address = f"challenge:asked:0:0:{bram.id}"
    (answer,) = await club.deliver(alice.directly.filling(on, address, game="knopen"))
    assert answer.private.content == say(alice, "refusals.needs_server")


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_form_fits(code: str) -> None:
    words = language(code)
    assert len(words.say("challenging.title")) <= 45
    for name, game in GAMES.items():
        assert len(words.say(f"games.{name}.commands.description", title=game.title)) <= 100
