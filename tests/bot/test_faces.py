"""Faces in pictures: who is seen, since when and for how long, and who is not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

import pytest

from bot.club import faces
from bot.club.club import Club as TheClub
from bot.club.computers import computer
from bot.club.faces import Look
from bot.club.whereabouts import DIRECT
from bot.database.file import File
from bot.ui import pictures
from bot.ui.limits import ALT
from engines.choices import Choices
from engines.codes import Note
from engines.game import Hint
from render import draw, draw_card, draw_profile, draw_result, draw_season
from render.avatar import face_of
from render.cards.leaderboard import Card
from render.cards.profile import ProfileCard
from render.cards.result import ResultCard
from render.cards.season import SeasonCard
from render.film import Film, Heard
from render.film import film as draw_film
from render.footcurve import Odds
from render.person import Person
from render.scene import Scene
from tests.bot.clocks import Clock
from tests.bot.erased import places_of, traces_of
from tests.bot.finishing import won
from tests.bot.playing import A_SHORT_MATCH, Table, begin
from tests.bot.simulated import Club, Member
from tests.bot.test_forgetting_elsewhere import forgotten_elsewhere
from tests.bot.test_privacy import exported, forgets
from tests.bot.test_settings import asks
from tests.render.portraits import portrait
from tests.render.test_avatar import BROKEN

pytestmark = pytest.mark.on_both

FIRST, SECOND, THIRD = (portrait(number) for number in (1, 2, 3))
NOW: Final = datetime.fromisoformat("2026-11-20T12:00:00+00:00")
ANN, BEN = 1 << 58, (1 << 58) + 1
GUILD: Final = 7


class Drawn:
    """Who was seen in pictures, the newest last: to read what cannot be read in pixels."""

    def __init__(self) -> None:
        self.boards: list[tuple[Person, ...]] = []
        self.films: list[tuple[Person, ...]] = []
        self.cards: list[tuple[Person, ...]] = []

    def board(self, scene: Scene[Any]) -> bytes:
        self.boards.append(scene.people)
        return draw(scene)

    def film(
        self, scenes: list[Scene[Any]], most_bytes: int, heard: Heard | None, odds: Sequence[Odds]
    ) -> Film:
        self.films.append(scenes[-1].people)
        return draw_film(scenes, most_bytes, heard, odds)

    def card(self, card: Card) -> bytes:
        self.cards.append(tuple(row.person for row in card.rows))
        return draw_card(card)

    def season(self, card: SeasonCard) -> bytes:
        self.cards += [tuple(row.person for row in podium.rows) for podium in card.podiums]
        return draw_season(card)

    def profile(self, card: ProfileCard) -> bytes:
        self.cards.append((card.person,))
        return draw_profile(card)

    def result(self, card: ResultCard, scene: Scene[Any]) -> bytes:
        self.cards.append(tuple(seat.person for seat in card.seats))
        return draw_result(card, scene)

    def on_board(self, member: Member) -> bytes:
        return self._face(self.boards, member)

    def in_film(self, member: Member) -> bytes:
        return self._face(self.films, member)

    def on_card(self, member: Member) -> bytes:
        return self._face(self.cards, member)

    def _face(self, drawn: list[tuple[Person, ...]], member: Member) -> bytes:
        name = member.actor.user.global_name
        (found,) = [person.face for person in drawn[-1] if person.name == name]
        return found


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    drawn = Drawn()
    for name, drawing in (
        ("draw", drawn.board),
        ("draw_film", drawn.film),
        ("draw_card", drawn.card),
        ("draw_profile", drawn.profile),
        ("draw_result", drawn.result),
        ("draw_season", drawn.season),
    ):
        monkeypatch.setattr(pictures, name, drawing)
    return drawn


async def met(club: Club, *members: Member) -> None:
    """They act, and what they look like is fetched."""
    for member in members:
        await member.command("help")
    await club.bot.table.avatars.seen()


async def kept(club: Club) -> list[tuple[int, int, bytes]]:
    """Whose pictures lie in the file, and of which server."""
    rows = await club.file.rows("SELECT guild, member, picture FROM faces ORDER BY guild, member")
    return [(guild, member, picture) for guild, member, picture in rows]


@pytest.fixture
async def table(club: Club, alice: Member, bram: Member) -> Table:
    """Alice has an avatar, and Bram has none."""
    club.dress(alice, "a1", FIRST)
    table = await begin(club, alice, bram)
    await met(club, alice)
    return table


# Who plays


async def given_up(table: Table, member: Member) -> None:
    await table.play("b7-c6", "b6-b7")
    await table.club.bot.table.leaving.resign(table.id, member.id)
    await table.club.show_board(table.id)


async def test_who_has_played_is_seen_on_the_card_of_the_result_and_their_profile(
    drawn: Drawn, table: Table, alice: Member, bram: Member
) -> None:
    await given_up(table, bram)
    assert drawn.on_card(alice) == face_of(FIRST)
    assert drawn.on_card(bram) == b""
    await bram.command("profile", member=alice)
    assert drawn.on_card(alice) == face_of(FIRST)


async def test_who_hides_is_not_seen_there(drawn: Drawn, table: Table, alice: Member, bram: Member) -> None:
    await alice.fill_in(await asks(alice, "hidden"), hidden="yes")
    await given_up(table, bram)
    assert drawn.on_card(alice) == b""
    await alice.command("profile", member=alice)
    assert drawn.on_card(alice) == b""


async def test_who_plays_is_seen(club: Club, drawn: Drawn, table: Table, alice: Member, bram: Member) -> None:
    await table.play("b7-c6")
    assert drawn.on_board(alice) == face_of(FIRST)
    assert drawn.on_board(bram) == b"", "who has no avatar is a letter"


async def test_the_composer_and_the_film_show_them_too(
    club: Club, drawn: Drawn, table: Table, alice: Member
) -> None:
    await (await table.mover()).press(table.post, "Move")
    assert drawn.on_board(alice) == face_of(FIRST)
    await alice.command("board")
    assert drawn.on_board(alice) == face_of(FIRST)
    await table.play(*A_SHORT_MATCH)
    await alice.command("replay", match=table.id)
    assert drawn.in_film(alice) == face_of(FIRST)


async def test_a_hint_in_a_post_shows_nobody(club: Club, drawn: Drawn, table: Table, alice: Member) -> None:
    match, words = await table.match(), club.words_of(alice)
    step = match.position.choices(min(match.position.to_move), ())
    assert isinstance(step, Choices)
    for seen, count in ((None, 0), (await club.bot.table.faces.at(match), 2)):
        (shown,), _ = await pictures.hint(match, Hint(Note("any"), step=step), words, seen)
        assert len(drawn.boards[-1]) == count
        assert sum(name in (shown.description or "") for name in ("Alice", "Bram")) == count


async def test_a_computer_is_none_of_us_and_is_told_apart(club: Club, drawn: Drawn, alice: Member) -> None:
    club.dress(alice, "a1", FIRST)
    await met(club, alice)
    await alice.command("play knopen", level=3)
    by_level = {person.level: person for person in drawn.boards[-1]}
    assert set(by_level) == {0, 3}
    assert (by_level[0].face, by_level[3].face) == (face_of(FIRST), b"")
    assert by_level[3].name == club.words_of(alice).computer(computer(3))


async def test_the_leaderboard_and_the_podium_show_them(
    club: Club, drawn: Drawn, alice: Member, bram: Member
) -> None:
    club.dress(alice, "a1", FIRST)
    await met(club, alice, bram)
    await won(club.bot.table, (alice.id, bram.id), guild=club.guild.id)
    await bram.command("leaderboard")
    assert (drawn.on_card(alice), drawn.on_card(bram)) == (face_of(FIRST), b"")
    await bram.command("season")
    assert drawn.on_card(alice) == face_of(FIRST)


async def test_who_stands_on_the_leaderboard_is_fetched_when_discord_tells_of_them(
    club: Club, drawn: Drawn, alice: Member, bram: Member
) -> None:
    await met(club, alice, bram)
    await won(club.bot.table, (alice.id, bram.id), guild=club.guild.id)
    club.dress(alice, "a1", FIRST)
    club.bot.table.people.forget()
    await bram.command("leaderboard")
    assert drawn.on_card(alice) in {b"", face_of(FIRST)}, "nobody waits for a face, so it may be a letter"
    await club.bot.table.avatars.seen()
    await bram.command("leaderboard")
    assert drawn.on_card(alice) == face_of(FIRST)


@pytest.mark.on_sqlite
async def test_a_board_is_there_also_where_no_face_can_be_read(
    club: Club, drawn: Drawn, table: Table, alice: Member
) -> None:
    await club.file.change("DROP TABLE faces")
    club.bot.table.faces.forget()
    await table.play("b7-c6")
    assert drawn.on_board(alice) == b""
    assert "b7-c6" in table.post.picture.alt


# In words


async def test_the_alt_text_says_whom_a_board_shows(club: Club, table: Table, drawn: Drawn) -> None:
    red, blue = (member.actor.user.global_name for member in (table.red, table.blue))
    assert {f"{red} (Red)", f"{blue} (Blue)"} <= set(re.findall(r"\w+ \(\w+\)", table.post.picture.alt))
    await table.play("b7-c6")
    assert table.post.picture.alt.count(str(red)) == table.post.picture.alt.count(str(blue)) == 1


async def test_a_board_of_who_was_forgotten_names_them_in_no_alt_text_either(
    club: Club, table: Table, drawn: Drawn, alice: Member
) -> None:
    await table.play("b7-c6")
    assert any("Alice" in board.picture.alt for board in table.boards)
    await forgets(alice)
    await club.wait(minutes=5)
    assert not any("Alice" in board.picture.alt for board in table.boards)
    assert all("Bram" in board.picture.alt for board in table.boards)


@pytest.mark.parametrize("locale", ["en-US", "nl"])
async def test_every_picture_that_is_shown_says_in_words_what_is_seen(
    club: Club, drawn: Drawn, locale: str, bram: Member
) -> None:
    reader = club.join("Reader", locale=locale)
    club.speak(locale)
    table = await begin(club, reader, bram)
    await table.play(*A_SHORT_MATCH)
    await won(club.bot.table, (reader.id, bram.id), guild=club.guild.id)
    answers = [
        await reader.command(name, **options)
        for name, options in (
            *(("board", {"match": table.id}), ("replay", {"match": table.id}), ("leaderboard", {})),
            *(("profile", {}), ("season", {}), ("rating", {}), ("rules", {"game": "knopen"})),
        )
    ]
    shown = [picture for answer in answers for post in answer.messages for picture in post.pictures]
    shown += [picture for post in table.boards for picture in post.pictures]
    assert {picture.name.partition(".")[0] for picture in shown} >= {"rating", "knopen-leaderboard"}
    assert drawn.films
    for picture in shown:
        assert 20 < len(picture.alt) <= ALT, picture.name
        assert not re.search(r"[<{*_`]|@\d", picture.alt), "nothing but words"


# Fetched once


async def test_an_avatar_is_fetched_once(club: Club, table: Table, drawn: Drawn, alice: Member) -> None:
    club.dress(alice, "a1", SECOND)  # what Discord would send the second time
    await met(club, alice, alice)
    await club.restart()
    await met(club, alice)
    await club.wait(hours=30)
    await met(club, alice)
    await alice.command("board")
    assert drawn.on_board(alice) == face_of(FIRST)


async def test_a_new_avatar_is_fetched_when_they_are_met(
    club: Club, table: Table, drawn: Drawn, alice: Member
) -> None:
    club.dress(alice, "a2", SECOND)
    await met(club, alice)
    await alice.command("board")
    assert drawn.on_board(alice) == face_of(SECOND)
    assert len(await kept(club)) == 1


async def test_who_takes_the_avatar_off_is_a_letter(
    club: Club, table: Table, drawn: Drawn, alice: Member
) -> None:
    club.dress(alice, None)
    await met(club, alice)
    await alice.command("board")
    assert drawn.on_board(alice) == b""
    assert await kept(club) == []


async def test_an_avatar_that_was_chosen_for_one_server_is_seen_there_alone(
    club: Club, table: Table, drawn: Drawn, alice: Member
) -> None:
    club.dress(alice, "here", SECOND, here=True)
    await met(club, alice)
    await alice.command("board")
    assert drawn.on_board(alice) == face_of(SECOND)
    await alice.directly.command("play knopen", level=1)
    assert drawn.on_board(alice) == face_of(FIRST)
    club.dress(alice, None, here=True)
    await met(club, alice)
    await alice.command("board")
    assert drawn.on_board(alice) == face_of(FIRST)
    assert [guild for guild, *_ in await kept(club)] == [DIRECT]


@pytest.mark.parametrize("what", [*BROKEN, "nothing is there"])
async def test_of_no_use_means_a_letter_and_is_not_tried_again_on_that_day(
    club: Club, drawn: Drawn, what: str, alice: Member, bram: Member
) -> None:
    club.dress(alice, "a1", BROKEN.get(what, bytes)())
    await begin(club, alice, bram)
    await met(club, alice)
    club.dress(alice, "a1", FIRST)
    await met(club, alice)
    await alice.command("board")
    assert drawn.on_board(alice) == b""
    assert await kept(club) == []
    await club.wait(hours=25)
    await met(club, alice)
    await alice.command("board")
    assert drawn.on_board(alice) == face_of(FIRST)


# Who is not seen


@pytest.mark.parametrize(("setting", "value"), [("faceless", "letter"), ("hidden", "yes")])
async def test_who_hides_is_dropped_at_once_and_not_fetched(
    club: Club, table: Table, drawn: Drawn, setting: str, value: str, alice: Member
) -> None:
    assert await kept(club)
    await alice.fill_in(await asks(alice, setting), **{setting: value})
    assert await kept(club) == []
    club.dress(alice, "a2", SECOND)
    await met(club, alice)
    await alice.command("board")
    assert drawn.on_board(alice) == b""
    assert await kept(club) == []


async def test_who_likes_to_be_seen_again_is(club: Club, table: Table, drawn: Drawn, alice: Member) -> None:
    for value in ("letter", "avatar"):
        await alice.fill_in(await asks(alice, "faceless"), faceless=value)
    await met(club, alice)
    await alice.command("board")
    assert drawn.on_board(alice) == face_of(FIRST)


async def test_a_server_that_likes_no_faces_shows_none(
    club: Club, table: Table, drawn: Drawn, alice: Member, bram: Member
) -> None:
    manager = club.join_manager("Manager")
    club.dress(alice, "here", SECOND, here=True)
    await met(club, alice)
    await won(club.bot.table, (alice.id, bram.id), guild=club.guild.id)
    asked = await manager.press(await manager.command("server"), "form_house:0:0:pictures")
    told = await manager.fill_in(asked, faces="no")
    assert "Faces in pictures → **letters only**" in told.private.content
    assert [guild for guild, *_ in await kept(club)] == [DIRECT], "what was chosen for it alone is dropped"
    club.dress(bram, "b1", THIRD)
    await met(club, alice, bram)
    for scope in ("here", "everywhere"):
        await alice.command("leaderboard", scope=scope)
        assert (drawn.on_card(alice), drawn.on_card(bram)) == (b"", b"")
    await alice.command("board")
    assert (drawn.on_board(alice), drawn.on_board(bram)) == (b"", b"")
    assert bram.id not in {member for _, member, _ in await kept(club)}, "nor is any fetched there"
    await alice.directly.command("play knopen", level=1)
    assert drawn.on_board(alice) == face_of(FIRST), "elsewhere they are seen"


async def test_on_other_servers_who_is_named_is_seen_and_who_is_not_is_not(
    club: Club, drawn: Drawn, alice: Member, bram: Member
) -> None:
    club.dress(alice, "a1", FIRST)
    club.dress(alice, "here", SECOND, here=True)
    club.dress(bram, "b1", THIRD)
    await met(club, alice.directly, alice, bram)
    await club.bot.table.preferences.change_member(bram.id, nameless=True)
    await won(club.bot.table, (alice.id, bram.id), guild=club.guild.id)
    other, channel = club.elsewhere("Other")
    await other.command("leaderboard", scope="everywhere", where=channel)
    assert drawn.on_card(alice) == face_of(FIRST), "not as on a server that is not theirs"
    assert [person.face for person in drawn.cards[-1]].count(b"") == 1
    await club.bot.table.preferences.change_server(other.actor.guild.id, faces=False)
    await other.command("leaderboard", scope="everywhere", where=channel)
    assert not any(person.face for person in drawn.cards[-1])


async def test_who_has_left_the_server_is_not_seen_there_and_is_when_they_are_back(
    club: Club, table: Table, drawn: Drawn, alice: Member, bram: Member
) -> None:
    """What is kept of them is dropped, for no other server knows them."""
    club.env.backend.remove_member(club.guild.id, alice.id)
    await club.bot.table.people.who_left_server(club.guild.id, [alice.id])
    assert await kept(club) == []
    await bram.command("board")
    assert drawn.on_board(alice) == b""
    back = Member(club.guild.add_member(alice.actor.user), club)
    await met(club, back)
    await bram.command("board")
    assert drawn.on_board(alice) == face_of(FIRST)


# Forgotten


@pytest.mark.on_sqlite
async def test_who_is_forgotten_is_so_with_their_face(
    club: Club, drawn: Drawn, alice: Member, bram: Member
) -> None:
    member = club.join("Evangeline")
    club.dress(member, "name-of-an-avatar", FIRST)
    club.dress(member, "another-name", SECOND, here=True)
    await begin(club, member, bram)
    await met(club, member.directly, member)
    assert "faces.member" in places_of(club.database.path, member.id)
    bytes_of_it = face_of(FIRST)[2000:2032]
    assert bytes_of_it in club.database.path.with_name(f"{club.database.path.name}-wal").read_bytes()
    await forgets(member)
    assert await kept(club) == []
    assert traces_of(club.database.path, member.id, "name-of-an-avatar", "another-name") == {}
    for file in club.database.path.parent.glob(f"{club.database.path.name}*"):
        assert bytes_of_it not in file.read_bytes()
    await bram.command("board")
    assert not any(person.face for person in drawn.boards[-1])


async def test_who_is_forgotten_by_another_process_is_not_seen_here(
    club: Club, table: Table, drawn: Drawn, alice: Member, bram: Member
) -> None:
    await table.play("b7-c6")
    assert drawn.on_board(alice)
    await forgotten_elsewhere(club, alice)
    assert await kept(club) == []
    await club.bot.table.departures.notice_changes()
    assert await club.bot.table.faces.of(club.guild.id, [alice.id]) == {}


async def test_the_others_stay_seen_on_boards_that_are_drawn_anew(
    club: Club, table: Table, drawn: Drawn, alice: Member, bram: Member
) -> None:
    await forgets(bram)
    await club.wait(minutes=5)
    assert drawn.on_board(alice) == face_of(FIRST)


async def test_a_member_gets_their_picture_with_all_that_is_stored(
    club: Club, table: Table, alice: Member
) -> None:
    (stored,) = (await exported(alice))["faces"]
    assert stored["picture"].startswith("data:image/png;base64,")
    assert (stored["guild"], stored["avatar"]) == (DIRECT, "a1")


# In the club alone


@pytest.fixture
def clock() -> Clock:
    return Clock("2026-11-20 12:00")


@pytest.fixture
async def small(file: File, clock: Clock) -> TheClub:
    """Ann and Ben are members of a server."""
    club = TheClub(file, clock)
    for member in (ANN, BEN):
        await club.names.meet(GUILD, member, "Name", "Known as")
    return club


async def seen(club: TheClub, members: Iterable[int] = (ANN, BEN)) -> set[int]:
    """Whose faces are had, also by a process that begins just now."""
    known = set(await club.faces.of(GUILD, members))
    club.faces.forget()
    assert set(await club.faces.of(GUILD, members)) == known
    return known


async def wears(club: TheClub, member: int, avatar: str = "a1", picture: bytes = FIRST) -> None:
    look = Look(GUILD, member, avatar)
    if club.faces.is_news(look) and await club.faces.lacks(look):
        await club.faces.keep(look, picture)


async def test_a_face_is_kept_for_a_week_after_they_were_last_met(small: TheClub, clock: Clock) -> None:
    await wears(small, ANN)
    await wears(small, BEN)
    for _ in range(8):
        clock.advance(days=1)
        await wears(small, BEN)
        await small.faces.clear()
    assert await seen(small) == {BEN}


async def test_there_is_room_for_so_many_faces_and_who_was_met_lately_stays(
    small: TheClub, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faces, "_MOST", 3)
    crowd = [ANN + number for number in range(6)]
    for member in crowd:
        clock.advance(minutes=1)
        await small.names.meet(GUILD, member, "Name", "Known as")
        await wears(small, member)
    await small.faces.clear()
    assert await seen(small, crowd) == set(crowd[3:])


async def test_however_many_faces_are_at_hand_all_are_had(
    small: TheClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faces, "_AT_HAND", 2)
    club = TheClub(small.faces._stored._file, small.clock)
    crowd = [ANN + number for number in range(6)]
    for member in crowd:
        await club.names.meet(GUILD, member, "Name", "Known as")
        await wears(club, member)
    assert set(await club.faces.of(GUILD, crowd)) == set(crowd)
    assert set(await club.faces.of(GUILD, reversed(crowd))) == set(crowd)


async def test_a_picture_of_many_boards_is_read_once(small: TheClub, file: File) -> None:
    await wears(small, ANN)
    await small.faces.of(GUILD, (ANN, BEN))
    await file.change("DELETE FROM faces")
    assert set(await small.faces.of(GUILD, (ANN, BEN))) == {ANN}


async def test_who_is_forgotten_while_their_avatar_is_on_its_way_stays_forgotten(small: TheClub) -> None:
    look = Look(GUILD, ANN, "a1")
    assert await small.faces.lacks(look)
    await small.departures.forget_member(ANN)
    await small.faces.keep(look, FIRST)
    assert await seen(small) == set()


async def test_who_hides_while_their_avatar_is_on_its_way_stays_hidden(small: TheClub, file: File) -> None:
    look = Look(GUILD, ANN, "a1")
    assert await small.faces.lacks(look)
    await small.preferences.change_member(ANN, faceless=True)
    await small.faces.drop(ANN)
    await small.faces.keep(look, FIRST)
    assert list(await file.rows("SELECT * FROM faces")) == []


async def test_who_was_not_kept_is_looked_at_again_when_they_are_met(small: TheClub) -> None:
    """They hid while their avatar was on its way, and then liked to be seen after all."""
    look = Look(GUILD, ANN, "a1")
    assert await small.faces.lacks(look)
    await small.preferences.change_member(ANN, faceless=True)
    await small.faces.keep(look, FIRST)
    await small.preferences.change_member(ANN, faceless=False)
    await wears(small, ANN)
    assert await seen(small) == {ANN}


async def test_of_whom_nothing_is_known_there_no_avatar_is_fetched(small: TheClub) -> None:
    assert not await small.faces.lacks(Look(GUILD, BEN + 1, "a1"))
    await small.names.note_departed(GUILD, [ANN])
    assert not await small.faces.lacks(Look(GUILD, ANN, "a1"))


async def test_what_was_kept_of_who_hides_is_cleared_also_after_a_crash(small: TheClub, file: File) -> None:
    """They are hidden in the file, and nothing else has happened."""
    await wears(small, ANN)
    await small.preferences.change_member(ANN, faceless=True)
    await small.faces.clear()
    assert list(await file.rows("SELECT * FROM faces")) == []


async def test_who_has_left_one_server_is_seen_on_another(small: TheClub) -> None:
    await small.names.meet(GUILD + 1, ANN, "Name", "Known as")
    await wears(small, ANN)
    await small.names.note_departed(GUILD, [ANN])
    assert await seen(small) == set()
    assert set(await small.faces.of(GUILD + 1, [ANN])) == {ANN}
    await small.names.note_departed(GUILD + 1, [ANN])
    await small.names.meet(GUILD, ANN, "Name", "Known as")
    assert await seen(small) == set(), "when no server knew them it was dropped"


async def test_a_server_that_is_forgotten_is_so_with_the_faces_of_its_members(
    small: TheClub, file: File
) -> None:
    await wears(small, ANN)
    await small.names.meet(GUILD + 1, BEN, "Name", "Known as")
    await wears(small, BEN)
    own = Look(GUILD, BEN, "own", is_own=True)
    assert await small.faces.lacks(own)
    await small.faces.keep(own, SECOND)
    await small.departures.forget_server(GUILD)
    assert await file.numbers("SELECT member FROM faces") == [BEN]
    assert await file.numbers("SELECT guild FROM faces") == [DIRECT]
