"""What people call themselves is a name and nothing else; elsewhere it is the one all of Discord sees."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.words.language import language
from bot.words.naming import LONGEST, harmless, in_text
from tests.bot.finishing import won
from tests.bot.playing import begin
from tests.bot.simulated import Club, Member
from tests.bot.test_play import say

OTHER_SERVER = 77


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Jan_Piet", r"Jan\_Piet"),
        ("J.R.R. Tolkien", "J.R.R. Tolkien"),
        ("john.doe", "john.doe"),
        ("O'Brien-Smit", r"O'Brien\-Smit"),
        ("李雷 🎲", "李雷 🎲"),
        ("Zoë Müller", "Zoë Müller"),
        ("https://evil.com/x", r"https\: \/\/evil·com\/x"),
        ("www.evil.com", "www·evil.com"),
        ("discord.gg/free", r"discord·gg\/free"),
        ("<https://evil.com>", r"\<https\: \/\/evil.com\>"),
        ("[free](http://e.com)", r"\[free\]\(http\: \/\/e.com\)"),
        ("<@123> @everyone", r"\<\@123\> \@everyone"),
        ("</play:1> <t:0:R>", r"\<\/play\:1\> \<t\:0\:R\>"),
        ("**loud** ||hush|| `code`", r"\*\*loud\*\* \|\|hush\|\| \`code\`"),
        ("\u202eright to left", "right to left"),
        ("in\u200bvisi\u2060ble\ufeff", "invisible"),
        ("two\nlines\tand more", "two lines and more"),
        ("Z\u0336\u0337\u0338\u0335\u0334", "Z\u0336\u0337\u0338"),
        ("Z" + "\u0336\u200b" * 9, "Z\u0336\u0336\u0336"),
        ("\u3164\u2800\u200f", ""),
        ("long " * 20, "long long long long long long l…"),
    ],
)
def test_a_name_is_shown_and_means_nothing(name: str, text: str) -> None:
    assert in_text(name) == text


@given(st.text())
def test_no_name_is_long_unseen_or_heavy_with_marks(name: str) -> None:
    plain = harmless(name)
    assert len(plain) <= LONGEST
    assert plain == " ".join(plain.split())
    categories = "".join("m" if unicodedata.combining(each) else "." for each in plain)
    assert "mmmm" not in categories
    assert not {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"} & {unicodedata.category(each) for each in plain}
    assert "://" not in plain


async def test_lists_and_threads_name_nobody_by_what_could_do_harm(club: Club, alice: Member) -> None:
    odd = club.join("www.evil.com \u202eolleh")
    table = await begin(club, alice, odd)
    assert "www·evil.com olleh" in str(club.env.backend.get_channel(table.venue.id).name)
    (offered, *_) = await alice.suggestions("board", "match", "", where=table.venue)
    assert "www·evil.com olleh" in offered


# Everywhere


@pytest.fixture
async def far(club: Club, alice: Member) -> Member:
    """A member of another server, who has won against Alice there, and has a nickname there."""
    member, elsewhere = club.elsewhere("Far_Away")
    club.env.backend.edit_member(member.actor.guild.id, member.id, {"nick": "Our Champion"})
    await member.command("games", where=elsewhere)
    await won(club.bot.table, (member.id, alice.id), guild=OTHER_SERVER)
    return member


async def test_elsewhere_one_is_called_as_all_of_discord_calls_one(
    club: Club, far: Member, bram: Member
) -> None:
    post = (await bram.command("leaderboard", scope="everywhere")).public
    assert r"🥇 Far\_Away **" in post.content
    assert "Champion" not in post.content + post.picture.alt
    assert "1. Far_Away " in post.picture.alt


async def test_elsewhere_one_may_have_no_name(
    club: Club, far: Member, bram: Member, stranger: Member
) -> None:
    await club.bot.table.preferences.change_member(far.id, nameless=True)
    post = (await stranger.command("leaderboard", scope="everywhere")).public
    assert f"🥇 {language('en').say('ladder.elsewhere')} **" in post.content
    assert "Far" not in post.content + post.picture.alt


async def test_at_home_one_has_a_name_all_the_same(club: Club, alice: Member, bram: Member) -> None:
    await won(club.bot.table, (alice.id, bram.id), guild=club.guild.id)
    await club.bot.table.preferences.change_member(alice.id, nameless=True)
    for scope in ("here", "everywhere"):
        assert alice.mention in (await bram.command("leaderboard", scope=scope)).public.content


async def test_who_was_never_met_has_no_name_elsewhere(club: Club, alice: Member, bram: Member) -> None:
    shy = club.env.create_user("shy", global_name="Shy")
    await won(club.bot.table, (shy.id, alice.id), guild=OTHER_SERVER)
    post = (await bram.command("leaderboard", scope="everywhere")).public
    assert f"🥇 {say(alice, 'ladder.elsewhere')} **" in post.content


async def test_it_is_set_in_two_taps(club: Club, bram: Member) -> None:
    form = await bram.press(await bram.command("settings"), "form:0:0:others")
    shown = await bram.fill_in(form, nameless="yes")
    assert (
        f"{say(bram, 'likes.nameless.name')}: **{say(bram, 'likes.nameless.yes')}**" in shown.private.content
    )
    assert club.bot.table.preferences.member(bram.id).nameless


# Being told


async def test_who_comes_to_stand_everywhere_is_told_so_once(club: Club, alice: Member, bram: Member) -> None:
    assert (await bram.command("help")).aside is None
    await won(club.bot.table, (alice.id, bram.id), guild=club.guild.id)
    await club.wait(minutes=11)
    told = (await bram.command("help")).aside
    assert told is not None
    assert told.content == say(bram, "everywhere.told", name="Bram")
    await club.restart()
    assert (await bram.command("help")).aside is None
    assert (await alice.command("games")).aside is None, "not among the commands of a turn"
    assert (await alice.command("profile")).aside is not None


async def test_from_there_the_settings_are_a_tap_away(club: Club, alice: Member, bram: Member) -> None:
    await won(club.bot.table, (alice.id, bram.id), guild=club.guild.id)
    told = (await alice.command("rules", game="knopen")).aside
    assert told is not None
    (settings,) = await club.deliver(alice.pressing(told, say(alice, "everywhere.settings")))
    assert say(alice, "likes.heading") in settings.private.content


@pytest.mark.parametrize("liked", ["hidden", "nameless"])
async def test_who_cannot_be_recognised_there_need_not_be_told(
    club: Club, alice: Member, bram: Member, liked: str
) -> None:
    await won(club.bot.table, (alice.id, bram.id), guild=club.guild.id)
    await club.bot.table.preferences.change_member(alice.id, **{liked: True})
    assert (await alice.command("help")).aside is None


@pytest.mark.on_both
async def test_nobody_is_told_in_the_middle_of_a_turn(club: Club, alice: Member, bram: Member) -> None:
    await won(club.bot.table, (alice.id, bram.id), guild=club.guild.id)
    table = await begin(club, alice, bram)
    await club.file.change("UPDATE members SET told = 0")
    await club.bot.table.preferences.load()
    post = table.post
    await club.wait(minutes=11)
    assert (await table.red.press(post, "Move")).aside is None
    assert (await table.red.press(post, "Rules")).aside is not None
