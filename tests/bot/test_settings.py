"""`/settings`, `/block` and `/unblock`: how a member likes it, and that it is so."""

from __future__ import annotations

import asyncio
import io
from datetime import timedelta

import pytest
from PIL import Image

from bot.club.deadlines import DAY
from bot.features.preferences import house
from bot.features.preferences.mine import PAGE
from bot.features.preferences.settings import Said
from bot.features.preferences.themes import Page
from bot.ui import limits
from bot.words.language import LANGUAGES, language
from render import colours_of
from render.tables import CONTRAST
from tests.bot.playing import Table, begin, write
from tests.bot.simulated import Answer, Club, Member, Shown
from tests.bot.test_play import label, say
from tests.patience import PATIENCE


async def asks(member: Member, setting: str) -> Answer:
    """The form in which it stands."""
    return await member.press(await member.command("settings"), f"form:0:0:{PAGE.theme_of(setting)}")


async def sets(member: Member, setting: str, value: str) -> Answer:
    """Through its form, by codes."""
    return await member.fill_in(await asks(member, setting), **{setting: value})


@pytest.fixture
async def table(club: Club, alice: Member, bram: Member) -> Table:
    table = await begin(club, alice, bram, time=DAY)
    await table.play("b7-c6", "b6-b7")
    return table


async def test_all_settings_are_shown_privately_in_the_readers_language(alice: Member, bram: Member) -> None:
    for member in (alice, bram):
        shown = (await member.command("settings")).private
        assert say(member, "likes.heading") in shown.content
        for setting in (
            "language",
            "pings",
            "turned",
            "theme",
            "at_once",
            "hidden",
            "nameless",
            "challengers",
            "away",
        ):
            assert say(member, f"likes.{setting}.name") in shown.content
        assert shown.labels == (*(say(member, "buttons.change"),) * 4, say(member, "buttons.tables"))


async def test_a_form_shows_what_is_set_and_what_is_changed_in_it_stays_changed(
    club: Club, bram: Member
) -> None:
    opened = (await bram.command("settings")).private
    form = await asks(bram, "challengers")
    assert form.form.title == say(bram, "likes.themes.others")
    field = form.form.field("challengers")
    assert (field.label, field.hint) == (
        say(bram, "likes.challengers.name"),
        say(bram, "likes.challengers.ask"),
    )
    assert field.chosen == ("all",)
    assert field.labels == tuple(say(bram, f"likes.challengers.{code}") for code in field.values)
    changed = await bram.fill_in(form, challengers="none")
    line = f"{say(bram, 'likes.challengers.name')}: **{say(bram, 'likes.challengers.none')}**"
    assert line in changed.private.content
    assert "Gewijzigd: Wie je mag uitdagen → **niemand**." in changed.private.content
    await club.restart()
    assert line in (await bram.command("settings")).private.content
    assert (await asks(bram, "challengers")).form.field("challengers").chosen == ("none",)
    assert opened.content not in changed.private.content


@pytest.mark.on_both
async def test_several_are_changed_at_once_and_the_page_itself_says_so(club: Club, alice: Member) -> None:
    opened = await alice.command("settings")
    page = opened.private
    changed = await alice.fill_in(await alice.press(opened, "form:0:0:talk"), language="nl", pings="none")
    assert changed.private.id == page.id, "no second page"
    assert "Gewijzigd: Taal → **Nederlands** en Als je aan zet bent → **roep me niet**." in (
        changed.private.content
    )
    liked = club.bot.table.preferences.member(alice.id)
    assert (liked.language, liked.pings, liked.challengers) == ("nl", "none", "all")


@pytest.mark.on_both
async def test_a_form_that_changes_nothing_says_so(club: Club, alice: Member) -> None:
    answer = await alice.fill_in(await asks(alice, "pings"))
    assert say(alice, "preferences.unchanged") in answer.private.content
    assert await club.file.rows("SELECT * FROM members WHERE member = ?", alice.id) == []


async def test_a_form_from_before_a_restart_is_heard(club: Club, alice: Member) -> None:
    form = await asks(alice, "theme")
    await club.restart()
    await alice.fill_in(form, theme=CONTRAST)
    assert club.bot.table.preferences.member(alice.id).theme == CONTRAST


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"left_at": "1"}, "no_setting"),
        ({"pings": "loud"}, "no_setting"),
        ({"pings": "none", "language": "fr"}, "no_setting"),
        ({"away": "until"}, "no_setting"),
        ({}, "not_understood"),
    ],
)
async def test_a_form_that_was_never_shown_changes_nothing(
    club: Club, alice: Member, fields: dict[str, str], code: str
) -> None:
    opened = await alice.command("settings")
    (answer,) = await club.deliver(alice.filling(opened, "preferences:save:0:0:talk", **fields))
    assert answer.private.content == say(alice, f"refusals.{code}")
    assert club.bot.table.preferences.member(alice.id).pings == "mention"


async def test_menus_from_before_there_were_forms_are_heard(club: Club, alice: Member) -> None:
    old = (await alice.command("help")).private
    (form,) = await club.deliver(alice.forging(old, "preferences:ask:0:0", ("pings",)))
    assert form.form.title == say(alice, "likes.themes.talk")
    (changed,) = await club.deliver(alice.forging(old, "preferences:set:0:0:pings", ("none",)))
    assert f"**{say(alice, 'likes.pings.none')}**" in changed.private.content
    assert club.again(old).content == old.content
    (refused,) = await club.deliver(alice.forging(old, "preferences:ask:0:0", ("left_at",)))
    assert refused.private.content == say(alice, "refusals.no_setting")


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("page", [PAGE, house.PAGE], ids=lambda page: str(page.texts))
def test_every_form_fits(code: str, page: Page) -> None:
    said = Said(language(code), page.texts, {"count": 30, "budget": 30, "until": "", "now": "23:59"})
    for theme, settings in page.themes.items():
        assert len(said.text("themes", theme)) <= limits.FORM_TITLE
        explained = [setting for setting in settings if said.has(setting.name, "explained")]
        assert len(settings) + len(explained) <= limits.FIELDS
        for setting in settings:
            assert len(page.name(setting, said)) <= limits.FORM_LABEL, setting
            assert len(said.text(setting.name, "ask")) <= limits.FORM_HINT, setting


# Language


async def test_the_language_of_private_answers_is_the_members_choice(club: Club, alice: Member) -> None:
    changed = await sets(alice, "language", "nl")
    assert "Zo wil jij het" in changed.private.content
    await club.restart()
    assert "Speltafel: een tafel" in (await alice.command("help")).private.content
    await sets(alice, "language", "auto")
    assert "Speltafel: a table" in (await alice.command("help")).private.content


async def test_what_everybody_reads_stays_in_the_servers(alice: Member, bram: Member) -> None:
    await sets(alice, "language", "nl")
    assert "challenges you" in (await alice.command("play knopen", opponent=bram)).public.content


# Pings


async def test_who_wants_no_pings_is_named_and_not_notified(table: Table) -> None:
    await sets(table.red, "pings", "none")
    await table.play("take b7", "c6-b6")
    await table.play("d2-d1")
    assert table.red.mention in table.post.content
    assert table.post.pinged == set()
    assert not table.club.direct_messages(table.red)


async def test_who_wants_a_message_gets_one_with_a_link(table: Table) -> None:
    await sets(table.red, "pings", "message")
    await table.play("take b7", "c6-b6", "d2-d1")
    assert table.post.pinged == set()
    message = table.club.direct_messages(table.red)[-1]
    assert f"/{table.venue.id}/{table.post.id}" in message.content
    assert "your turn" in message.content or "aan zet" in message.content


async def test_who_takes_no_message_is_mentioned_after_all(table: Table) -> None:
    await sets(table.red, "pings", "message")
    table.club.refuse_direct_messages(table.red)
    await table.play("take b7", "c6-b6", "d2-d1")
    assert table.post.pinged == set()
    assert table.club.posts(table.venue)[-1].pinged == {table.red.id}


async def test_challenges_reminders_and_offers_call_in_the_same_way(
    club: Club, table: Table, alice: Member, bram: Member
) -> None:
    await sets(alice, "pings", "message")
    await sets(bram, "pings", "message")
    challenge = (await alice.command("play knopen", opponent=bram)).public
    assert challenge.pinged == set()
    assert f"/{club.channel.id}/{challenge.id}" in club.direct_messages(bram)[-1].content
    more = await table.red.press(table.post, "More")
    await table.red.press(more, label(table.red, "offer"))
    offer = club.posts(table.venue)[-1]
    assert offer.pinged == set()
    assert f"/{offer.id}" in club.direct_messages(table.blue)[-1].content
    before = len(club.direct_messages(table.red))
    await club.wait(hours=19)
    assert len(club.direct_messages(table.red)) == before + 1, "the reminder"


# The board


@pytest.mark.on_both
async def test_new_matches_begin_with_the_board_as_one_likes_it(
    club: Club, table: Table, alice: Member, bram: Member
) -> None:
    await sets(alice, "turned", "yes")
    again = await begin(club, alice, bram)
    assert [seat.turned for seat in (await again.match()).seats] == [True, False]
    assert not any(seat.turned for seat in (await table.match()).seats), "those before stay as they are"


def colours(post: Shown) -> list[int]:
    return list(Image.open(io.BytesIO(post.picture.data)).getpalette() or ())


async def test_boards_for_oneself_have_the_colours_one_likes(table: Table) -> None:
    strong = list(colours_of("knopen", CONTRAST))
    await sets(table.red, "theme", CONTRAST)
    board = (await table.red.command("board")).private
    composer = (await table.red.press(table.post, "Move")).private
    assert colours(board)[: len(strong)] == strong
    assert colours(composer)[: len(strong)] == strong
    await table.play("take b7")
    assert colours(table.post)[: len(strong)] != strong, "everybody sees the classic ones"
    assert colours((await table.blue.command("board")).private)[: len(strong)] != strong


# Who may challenge


async def test_nobody_challenges_who_wants_no_challenges(club: Club, alice: Member, bram: Member) -> None:
    await sets(bram, "challengers", "none")
    answer = await alice.command("play knopen", opponent=bram)
    assert answer.private.content == say(alice, "refusals.takes_no_challenge", opponent=bram.mention)
    assert not club.posts()


@pytest.mark.on_both
async def test_only_those_one_has_played_with_may_challenge(
    table: Table, alice: Member, bram: Member, stranger: Member
) -> None:
    await sets(bram, "challengers", "known")
    assert (await alice.command("play knopen", opponent=bram)).public
    answer = await stranger.command("play knopen", opponent=bram)
    assert answer.private.content == say(stranger, "refusals.takes_no_challenge", opponent=bram.mention)


async def test_a_blocked_member_neither_challenges_nor_accepts_nor_joins(
    club: Club, alice: Member, bram: Member
) -> None:
    mine = await alice.command("play knopen")
    lobby = await alice.command("play cubus")
    said = await alice.command("block", member=bram)
    assert said.private.content == say(alice, "likes.block", who=bram.mention)
    await club.restart()
    answer = await bram.command("play knopen", opponent=alice)
    assert answer.private.content == say(bram, "refusals.takes_no_challenge", opponent=alice.mention)
    for post in (mine, lobby):
        (answer,) = await club.deliver(bram.pressing(post.public, post.public.labels[0]))
        assert answer.private.content == say(bram, "refusals.table_taken")
    assert not await club.stored.running_of(bram.id)


async def test_a_rematch_is_a_challenge_too(table: Table, alice: Member, bram: Member) -> None:
    more = await table.red.press(table.post, "More")
    sure = await table.red.press(more, label(table.red, "resign"))
    await table.red.press(sure, label(table.red, "resign_yes"))
    await table.blue.command("block", member=table.red)
    answer = await table.red.press(table.post, "Play again")
    assert answer.private.content == say(
        table.red, "refusals.takes_no_challenge", opponent=table.blue.mention
    )


async def test_a_block_is_undone(club: Club, alice: Member, bram: Member) -> None:
    await alice.command("block", member=bram)
    assert bram.mention in (await alice.command("settings")).private.content
    answer = await alice.command("play knopen", opponent=bram)
    assert answer.private.content == say(alice, "refusals.blocked_by_you", opponent=bram.mention)
    await alice.command("unblock", member=bram)
    assert (await bram.command("play knopen", opponent=alice)).public
    answer = await alice.command("unblock", member=bram)
    assert answer.private.content == say(alice, "refusals.not_blocked", who=bram.mention)


async def test_nobody_blocks_himself(alice: Member) -> None:
    answer = await alice.command("block", member=alice)
    assert answer.private.content == say(alice, "refusals.block_yourself")


# Vacation


@pytest.mark.on_both
async def test_nobody_loses_on_vacation(table: Table) -> None:
    club = table.club
    await sets(table.red, "away", "1")
    before = len(club.posts(table.venue))
    await club.wait(hours=25)
    assert (await table.match()).outcome is None
    assert len(club.posts(table.venue)) == before, "nor is he reminded"
    await sets(table.red, "away", "back")
    await club.wait(hours=25)
    assert (await table.match()).outcome is not None


@pytest.mark.on_both
async def test_who_is_back_early_has_the_time_that_was_left(table: Table) -> None:
    club = table.club
    await club.wait(hours=10)
    due = (await table.match()).stored.due
    assert due is not None
    await sets(table.red, "away", "4")
    shown = (await table.red.command("settings")).private.content
    assert f"<t:{int(club.env.now().timestamp()) + 28 * DAY}:f>" in shown
    await club.wait(days=1)
    await sets(table.red, "away", "back")
    back = (await table.match()).stored.due
    assert back is not None
    assert abs(back - due - DAY) <= 5


async def test_a_turn_that_comes_during_the_vacation_waits_too(table: Table) -> None:
    await sets(table.blue, "away", "1")
    await table.play("take b7", "c6-b6")
    due = (await table.match()).stored.due
    assert due is not None
    assert due - table.club.env.now().timestamp() > 7.9 * DAY


@pytest.mark.on_both
@pytest.mark.parametrize("moves_first", [True, False])
async def test_a_move_in_the_very_moment_a_vacation_begins_waits_too(table: Table, moves_first: bool) -> None:
    await table.play("take b7")
    matches, now = table.club.bot.table.matches, int(table.club.env.now().timestamp())
    both = [
        write(matches, await table.match(), table.red.id, "c6-b6"),
        table.club.bot.table.timekeeper.go_away(table.blue.id, timedelta(weeks=1)),
    ]
    file = table.club.file
    async with file.transaction():  # both have made up their minds before either can write
        tasks = [asyncio.ensure_future(one) for one in (both if moves_first else reversed(both))]
        async with asyncio.timeout(PATIENCE):
            while file.writers < 1 + len(tasks):  # noqa: ASYNC110 - nobody tells when
                await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    due = (await table.match()).stored.due
    assert due is not None
    assert due - now >= timedelta(weeks=1).total_seconds()


async def test_the_other_side_is_not_on_vacation(table: Table) -> None:
    await sets(table.blue, "away", "4")
    await table.club.wait(days=1, minutes=1)
    outcome = (await table.match()).outcome
    assert outcome is not None
    assert outcome.reason == "left"
