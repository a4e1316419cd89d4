"""Whoever tries a puzzle: right, wrong, a part of it, given up, once more; and what it does to ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import cast

import pytest

from bot.club import puzzles as club_puzzles
from bot.club import thinker
from bot.club.exercises import laid_out, played_on
from bot.club.puzzles import guessed
from bot.club.ratings import Skill
from bot.database.exports import Exports
from bot.words.hints import missed
from bot.words.language import Language, language
from bot.words.sentences import described
from engines import GAMES
from engines.cubus.builds import obvious_builds
from engines.cubus.moves import Build
from engines.moves import Move
from engines.players.decisions import quiz_of
from lessons import Task
from puzzles.puzzle import Puzzle, numbered, puzzles_of
from tests.bot.simulated import Answer, Club, Member, Shown
from tests.bot.test_learning import keys_of
from tests.bot.test_play import say
from tests.bot.test_privacy import forgets

EN, NL = language("en"), language("nl")
RIGHT, WRONG = (EN.say(f"puzzles.{how}", told="").strip() for how in ("right", "wrong"))
REPLY = EN.say("puzzles.reply", reply="")
LISTED = [game for game in GAMES if puzzles_of(game) and game != "cubus"]


@dataclass
class Solver:
    """Somebody with a puzzle in front of them."""

    member: Member
    game: str
    words: Language = EN
    shown: Answer = field(init=False)

    @property
    def page(self) -> Shown:
        return self.shown.private

    @property
    def puzzle(self) -> Puzzle:
        """The one that is open, by its buttons."""
        numbers = (button.custom_id.split(":")[2] for button in self.page.buttons)
        return numbered(next(int(number) for number in numbers if number != "0"))

    async def asks(self) -> Puzzle:
        self.shown = await self.member.command("puzzle", game=self.game)
        return self.puzzle

    async def presses(self, label: str) -> None:
        self.shown = await self.member.press(self.shown, self.words.say(f"buttons.{label}"))

    async def tries(self, text: str) -> None:
        """By the buttons of the composer or, where builds are composed, in writing."""
        if text.startswith("build"):
            form = await self.member.press(self.shown, self.words.say("buttons.write"))
            await self.member.submit(form, line=text.removeprefix("build "))
            self.shown = await self.member.press(self.shown, ",build:")
            return
        game, puzzle = GAMES[self.game], self.puzzle
        asked = SimpleNamespace(position=game.read_position(puzzle.position), seat=puzzle.seat, game=game)
        for key in keys_of(cast("Task", asked), text):
            self.shown = await self.member.answer(self.shown, key)

    @property
    def wrong(self) -> str:
        game, puzzle = GAMES[self.game], self.puzzle
        position = game.read_position(puzzle.position)
        texts = map(game.write_move, position.legal_moves(puzzle.seat))
        return next(text for text in texts if text not in puzzle.asked.answers)


@pytest.fixture
async def solver(club: Club, alice: Member) -> Solver:
    solver = Solver(alice, LISTED[0])
    await solver.asks()
    return solver


async def tries(club: Club, member: Member) -> list[tuple[int, int]]:
    rows = await club.file.rows("SELECT puzzle, share FROM puzzle_tries WHERE member = ?", member.id)
    return [(puzzle, share) for puzzle, share in rows]


async def skill(club: Club, member: Member, game: str) -> Skill | None:
    return await club.bot.table.puzzles._stored.solver(member.id, game)


# One puzzle


async def test_a_puzzle_asks_one_thing_with_the_real_board_and_composer(solver: Solver) -> None:
    puzzle = solver.puzzle
    assert solver.page.private
    assert solver.page.picture.alt
    heading = EN.say("puzzles.heading", game=GAMES[puzzle.game].title, rating=guessed(puzzle).shown)
    assert solver.page.content.startswith(heading)
    assert EN.say(f"puzzles.tasks.{puzzle.asked.task}") in solver.page.content


@pytest.mark.parametrize("game", LISTED)
async def test_who_finds_the_answer_is_told_so_and_both_ratings_move(
    game: str, club: Club, alice: Member
) -> None:
    solver = Solver(alice, game)
    puzzle = await solver.asks()
    await solver.tries(puzzle.asked.answers[0])
    assert RIGHT in solver.page.content
    after = await skill(club, alice, game)
    assert after is not None
    assert after.mu > Skill().mu
    assert f"{Skill().shown} → {after.shown}" in solver.page.content
    known = await club.bot.table.puzzles.skill(puzzle)
    assert known.mu < guessed(puzzle).mu
    assert await tries(club, alice) == [(puzzle.number, 1000)]
    await solver.presses("next_puzzle")
    assert solver.puzzle != puzzle
    assert solver.puzzle.game == game


async def test_who_errs_is_told_so_and_tries_again_without_a_rating(solver: Solver, club: Club) -> None:
    puzzle = solver.puzzle
    before = solver.page.picture.data
    await solver.tries(solver.wrong)
    assert WRONG in solver.page.content
    assert solver.page.picture.data != before, "it is shown as it would be"
    assert puzzle.asked.answers[0] not in solver.page.content, "the answer is not given away"
    fallen = await skill(club, solver.member, puzzle.game)
    assert fallen is not None
    assert fallen.mu < Skill().mu
    await solver.presses("try_again")
    assert solver.puzzle == puzzle
    await solver.tries(puzzle.asked.answers[0])
    assert RIGHT in solver.page.content
    assert EN.say("puzzles.not_counted") in solver.page.content
    assert await skill(club, solver.member, puzzle.game) == fallen
    assert await tries(club, solver.member) == [(puzzle.number, 0)]


async def test_who_gives_up_is_shown_the_answer_and_has_not_found_it(solver: Solver, club: Club) -> None:
    puzzle = solver.puzzle
    await solver.presses("give_up")
    assert "💡" in solver.page.content
    assert await tries(club, solver.member) == [(puzzle.number, 0)]
    await solver.presses("try_it")
    assert solver.puzzle == puzzle


# Why it is wrong


def assert_why(solver: Solver, puzzle: Puzzle, move: Move) -> None:
    """What spoils it is drawn and told, and it is said what that comes to."""
    game = GAMES[puzzle.game]
    position = game.read_position(puzzle.position)
    miss = quiz_of(game).miss(position, puzzle.seat, puzzle.asked, move)
    assert missed(puzzle.game, miss, solver.words) in solver.page.content
    assert solver.page.picture.alt.startswith(_played(puzzle, miss.line))
    assert (REPLY in solver.page.content) == (len(miss.line) > 1)
    onward = [solver.words.say(f"buttons.{label}") for label in ("try_again", "show_me", "next_puzzle")]
    assert [button.label for button in solver.page.buttons] == onward, "no way leads to the answer by chance"


@pytest.mark.parametrize("game", LISTED)
async def test_a_wrong_try_is_answered_by_what_spoils_it(game: str, club: Club, alice: Member) -> None:
    solver = Solver(alice, game)
    puzzle = await solver.asks()
    text = solver.wrong
    await solver.tries(text)
    position = GAMES[game].read_position(puzzle.position)
    assert_why(solver, puzzle, GAMES[game].read_move(position, puzzle.seat, text))


async def test_where_nobody_can_think_a_wrong_try_is_just_wrong(
    solver: Solver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinker, "PROGRAM", ("-c", "# ends at once"))
    thinker.end_all()
    await solver.tries(solver.wrong)
    assert WRONG in solver.page.content
    assert EN.say("puzzles.why.better") in solver.page.content


# The answer on the board


def _played(puzzle: Puzzle, texts: Sequence[str]) -> str:
    """The position after these lines, as it is described to those who cannot see it."""
    game = GAMES[puzzle.game]
    table = laid_out(game, puzzle.number, game.read_position(puzzle.position), puzzle.seat, 1_000, "")
    return described(played_on(table, texts), EN)


@pytest.mark.parametrize("ends_by", ["give_up", "the answer"])
@pytest.mark.parametrize("game", [game for game in GAMES if puzzles_of(game)])
async def test_the_answer_is_drawn_as_if_it_were_played(
    game: str, ends_by: str, club: Club, alice: Member
) -> None:
    solver = Solver(alice, game)
    puzzle = await solver.asks()
    if ends_by == "give_up":
        await solver.presses("give_up")
    else:
        await solver.tries(puzzle.asked.answers[0])
    assert solver.page.picture.alt.startswith(_played(puzzle, puzzle.asked.line[:1]))


async def test_a_line_of_several_turns_is_gone_through_turn_by_turn(club: Club, alice: Member) -> None:
    solver = Solver(alice, "knopen")
    puzzle = await solver.asks()
    line = puzzle.asked.line
    await solver.presses("give_up")
    assert EN.say("puzzles.follows") in solver.page.content
    await solver.presses("before")
    assert solver.page.picture.alt.startswith(_played(puzzle, ()))
    assert EN.say("puzzles.tasks.best") in solver.page.content
    for turn in (line[:1], line[:2], line):
        await solver.presses("after")
        assert solver.page.picture.alt.startswith(_played(puzzle, turn))
    disabled = [button.label for button in solver.page.buttons if button.disabled]
    assert disabled == [EN.say("buttons.after"), EN.say("buttons.last")]
    await solver.presses("try_it")
    assert solver.puzzle == puzzle


async def test_who_goes_on_from_a_wrong_try_is_shown_the_answer_too(solver: Solver) -> None:
    puzzle = solver.puzzle
    await solver.tries(solver.wrong)
    await solver.presses("show_me")
    assert solver.page.picture.alt.startswith(_played(puzzle, puzzle.asked.line[:1]))


@pytest.mark.on_both
async def test_who_looks_at_the_line_before_trying_has_not_found_it(solver: Solver, club: Club) -> None:
    puzzle = solver.puzzle
    await club.deliver(solver.member.forging(solver.page, f"puzzle:line_after:{puzzle.number}:1"))
    assert await tries(club, solver.member) == [(puzzle.number, 0)]


def _has_an_obvious_build(puzzle: Puzzle) -> bool:
    position = GAMES["cubus"].read_position(puzzle.position)
    obvious = obvious_builds(position.pile, position.building_hand)
    return any(position.verdict(pile).points > 0 for pile in obvious)


async def test_of_a_build_that_is_worth_a_part_the_part_is_told(
    club: Club, alice: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = Solver(alice, "cubus")
    puzzle = next(filter(_has_an_obvious_build, puzzles_of("cubus")))
    monkeypatch.setattr(club_puzzles, "puzzles_of", lambda _: (puzzle,))
    assert await solver.asks() == puzzle
    game, quiz = GAMES["cubus"], quiz_of(GAMES["cubus"])
    position = game.read_position(puzzle.position)
    assert EN.say("games.cubus.puzzles.most") in solver.page.content
    builds = {
        move: quiz.share(position, puzzle.seat, puzzle.asked, move)
        for move in map(Build, obvious_builds(position.pile, position.building_hand))
    }
    move = max(builds, key=builds.__getitem__)
    await solver.tries(game.write_move(move))
    assert EN.say("puzzles.partly", told="") in solver.page.content
    assert_why(solver, puzzle, move)
    await solver.presses("try_again")
    await solver.tries(puzzle.asked.answers[0])
    assert RIGHT in solver.page.content


async def test_a_dutch_solver_is_asked_in_dutch(club: Club, bram: Member) -> None:
    solver = Solver(bram, LISTED[0], NL)
    puzzle = await solver.asks()
    assert NL.say(f"puzzles.tasks.{puzzle.asked.task}") in solver.page.content
    await solver.presses("give_up")
    assert "Zo dus" in solver.page.content


# Which one


async def test_the_same_puzzle_is_asked_until_it_was_tried_also_after_a_restart(
    solver: Solver, club: Club
) -> None:
    puzzle, left = solver.puzzle, solver.shown
    await club.restart()
    assert await solver.asks() == puzzle
    solver.shown = left
    await solver.tries(puzzle.asked.answers[0])
    assert await solver.asks() != puzzle


@pytest.mark.on_both
async def test_the_better_the_solver_the_harder_the_puzzle(club: Club, alice: Member, bram: Member) -> None:
    puzzles = club.bot.table.puzzles
    for member, mu in ((alice, 15.0), (bram, 35.0)):
        await club.file.change(
            "INSERT INTO puzzle_solvers (member, game, mu, sigma) VALUES (?, 'cubus', ?, 3)", member.id, mu
        )
    easy, hard = [await puzzles.fitting(member.id, "cubus") for member in (alice, bram)]
    assert easy is not None
    assert hard is not None
    assert easy.hardness < hard.hardness


async def test_of_no_game_the_one_is_asked_that_was_tried_least(club: Club, alice: Member) -> None:
    games = []
    for _ in club.bot.table.puzzles.games:
        answer = await alice.command("puzzle")
        solver = Solver(alice, "")
        solver.shown = answer
        games.append(solver.puzzle.game)
        await solver.presses("give_up")
    assert sorted(games) == sorted(club.bot.table.puzzles.games)


async def test_who_has_tried_them_all_is_told_so(
    club: Club, alice: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = LISTED[0]
    monkeypatch.setattr(club_puzzles, "puzzles_of", lambda of: puzzles_of(of)[:1] if of == game else ())
    solver = Solver(alice, game)
    await solver.asks()
    await solver.presses("give_up")
    await solver.presses("next_puzzle")
    assert solver.page.content == EN.say("puzzles.none_left", game=GAMES[game].title)
    answer = await alice.command("puzzle")
    assert answer.private.content == EN.say("puzzles.all_tried")


# What comes from outside


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("puzzle:task:1:0", "no_puzzle"),
        ("puzzle:show:1:0", "no_puzzle"),
        ("puzzle:compose:1:0:b7:0", "no_puzzle"),
        ("puzzle:line_after:1:0", "no_puzzle"),
        ("puzzle:next:0:0:chess", "not_understood"),
        ("puzzle:next:0:0", "not_understood"),
    ],
)
async def test_a_puzzle_that_is_not_there_is_refused_in_one_sentence(
    solver: Solver, club: Club, address: str, code: str
) -> None:
    (answer,) = await club.deliver(solver.member.forging(solver.page, address))
    assert answer.private.content == say(solver.member, f"refusals.{code}")
    assert await tries(club, solver.member) == []


@pytest.mark.on_both
async def test_a_puzzle_that_is_gone_after_its_try_stays_in_the_file_and_disturbs_nobody(
    solver: Solver, club: Club
) -> None:
    await club.file.change(
        "INSERT INTO puzzle_tries (member, puzzle, game, tried_at, share) VALUES (?, 7, 'knopen', 0, 1000)",
        solver.member.id,
    )
    assert await solver.asks()


async def test_two_taps_at_once_are_one_try(solver: Solver, club: Club) -> None:
    label = EN.say("buttons.give_up")
    await club.deliver(*(solver.member.pressing(solver.shown, label) for _ in range(2)))
    assert len(await tries(club, solver.member)) == 1


# Whose it is


async def test_the_profile_tells_how_good_somebody_is(solver: Solver, club: Club) -> None:
    await solver.tries(solver.puzzle.asked.answers[0])
    after = await skill(club, solver.member, solver.game)
    assert after is not None
    told = EN.say("profile.puzzle", game=GAMES[solver.game].title, rating=after.shown, solved=1, tried=1)
    profile = await solver.member.command("profile")
    assert told in profile.public.content


async def test_tries_are_exported_and_forgotten(solver: Solver, club: Club) -> None:
    await solver.tries(solver.puzzle.asked.answers[0])
    exported = {kind: rows async for kind, rows in Exports(club.file).pages_of(solver.member.id)}
    assert len(exported["puzzles"]) == len(exported["puzzle ratings"]) == 1
    await forgets(solver.member)
    assert await tries(club, solver.member) == []
    assert await skill(club, solver.member, solver.game) is None
