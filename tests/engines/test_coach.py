"""What a coach says of a move is true of it, as the engines that were written a second time see it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any, Final

import pytest

from engines import GAMES
from engines.codes import Deed, Note
from engines.game import Game
from engines.krabcek.position import KrabcekPosition
from engines.moves import CHANCE
from engines.outlook import worth_of_end
from engines.players import coach
from engines.players.coach import Remark, remark
from engines.players.hints import LEVEL
from engines.players.looking import STRONGEST, Looker
from engines.players.review import AGREED, had_a_choice
from engines.players.search import Search
from engines.record import Ply
from tests.engines import knopen_reference, krabcek_reference, kriskras_reference
from tests.engines.test_krabcek_reference import told_to_the_reference
from tests.engines.test_review import recorded
from tests.engines.walks import Walk

DRAWN: Final = 200
"""Decisions of each game, drawn from random matches."""
JUDGED: Final = (0, 6, 12, 24, 36)
"""Of these, the ones that are judged: to confirm a miss takes the dearest look there is."""
ENOUGH: Final = {"knopen": 150_000}
"""Nodes that bring it a decision further than a coach looks, where all of them take long."""
TWO_SEATS: Final = [name for name, game in GAMES.items() if game.seats == (2, 2)]
Names = set[str]


def decisions(name: str) -> Iterator[Ply[Any]]:
    """Some of each match, from its first moves to its last."""
    game = GAMES[name]
    for seed in range(DRAWN):
        for number, (position, who, move) in enumerate(Walk(game, {}, game.seats[0], seed, 60).steps()):
            if who >= 0 and number % 5 == seed % 5:
                ply = Ply.of(game, position, who, move)
                if ply.decided:
                    yield ply


def drawn(name: str) -> Iterator[Ply[Any]]:
    return islice(decisions(name), DRAWN)


@cache
def judged(name: str) -> list[tuple[Ply[Any], Remark | None]]:
    """Some decisions, with what is said of each by itself."""
    some = list(islice(decisions(name), JUDGED[-1] + 1))
    return [(ply, remark(GAMES[name], [ply])) for ply in (some[number] for number in JUDGED)]


def missed(name: str) -> list[tuple[Ply[Any], Remark]]:
    return [(ply, found) for ply, found in judged(name) if found and found.code == coach.MISSED]


def said(notes: tuple[Note, ...], code: str, value: str) -> Names:
    """The places or numbers that notes name whose code begins so."""
    found: Names = set()
    for note in notes:
        if note.code.startswith(code):
            named = note.values[value]
            assert isinstance(named, tuple)
            assert note.values["count"] == len(named)
            found |= set(named)
    return found


# Knopen


def stones(position: Any) -> dict[tuple[int, int], str]:
    summary = {note.code: note.values.get("stones", ()) for note in position.summary()}
    return {
        knopen_reference.square_named(name): letter
        for letter, code in (("R", "red_stones"), ("B", "blue_stones"))
        for name in summary[code]
    }


def test_of_knopen_it_names_the_buttons_that_came_into_danger_and_out_of_it() -> None:
    named = 0
    for ply in drawn("knopen"):
        own, other = ("R", "B") if ply.before.side(ply.who) == "red" else ("B", "R")
        deed, after = ply.before.deed(ply.who, ply.move), stones(ply.after)
        danger = {knopen_reference.name(one) for one in knopen_reference.threatened(after, other)}
        aims = {knopen_reference.name(one) for one in knopen_reference.threatened(after, own)}
        in_danger = said(deed.costs, "exposes", "stones") | said(deed.costs, "leaves", "stones")
        saved = said(deed.gains, "saves", "stones")
        if ply.text != "-":
            assert in_danger in (danger, set()), ply
        assert not saved & danger
        assert saved <= {knopen_reference.name(one) for one, colour in after.items() if colour == own}
        assert said(deed.gains, "aims", "stones") in (aims, set())
        gave_up = said(deed.costs, "gives_up", "stones")
        assert not gave_up & aims
        assert gave_up <= {knopen_reference.name(one) for one, colour in after.items() if colour == other}
        if any(note.code == "offends" for note in deed.costs):
            assert knopen_reference.offenders(after, own)
        named += len(in_danger | saved)
    assert named > DRAWN / 10


# Kris-kras


def fighters(position: Any) -> dict[tuple[int, int], tuple[str, str]]:
    board = {}
    for note in position.summary():
        side, _, kind = note.code.partition("_")
        if side in ("white", "black") and "squares" in note.values:
            for name in note.values["squares"]:
                board[kriskras_reference.square_named(name)] = ("WZ"[side == "black"], kind[0].upper())
    return board


def test_of_kris_kras_it_names_fighters_that_a_throw_could_capture_and_tells_their_kind() -> None:
    named = 0
    for ply in drawn("kriskras"):
        deed = ply.before.deed(ply.who, ply.move)
        if deed == Deed():
            continue
        own, other = ("W", "Z") if ply.before.side(ply.who) == "white" else ("Z", "W")
        board = fighters(ply.after)
        danger = {kriskras_reference.name(one) for one in kriskras_reference.in_danger(board, own)}
        aims = {kriskras_reference.name(one) for one in kriskras_reference.in_danger(board, other)}
        lost = said(deed.costs, "exposes", "squares") | said(deed.costs, "leaves", "squares")
        assert lost <= danger
        assert not said(deed.gains, "saves", "squares") & danger
        assert said(deed.gains, "aims", "squares") <= aims
        for note in (*deed.gains, *deed.costs):
            side = other if note.code.startswith("aims") else own
            kind = note.code.split("_")[1][0].upper()
            squares = note.values["squares"]
            assert isinstance(squares, tuple)
            assert {board[kriskras_reference.square_named(name)] for name in squares} == {(side, kind)}
        named += len(lost)
    assert named > DRAWN / 10


# Krabcek


def eyes(position: Any, letter: str, does: Callable[[Any, str], bool]) -> Names:
    """The throws with which a side has a move that does it."""
    state = replace(told_to_the_reference(position), turn=letter, step="move")
    found = set()
    for thrown in range(1, 7):
        then = replace(state, throw=thrown)
        if any(does(then, text) for text in krabcek_reference.moves(then)):
            found.add(str(thrown))
    return found


def wins(state: Any, text: str) -> bool:
    return krabcek_reference.after(state, text).reason == "krabcek"


def stacks(state: Any, text: str) -> bool:
    after = krabcek_reference.after(state, text)
    return max_pieces(after.pieces) > max_pieces(state.pieces) or (after.quiet_moves == 0 and "@" not in text)


def max_pieces(pieces: Any) -> int:
    return sum(len(letters) > 1 for _, letters in pieces.values())


def any_move(_: Any, __: str) -> bool:
    return True


def test_of_krabcek_it_names_the_throws_that_win_stack_and_block() -> None:
    named = 0
    every = {str(eye) for eye in range(1, 7)}
    for ply in drawn("krabcek"):
        deed, after = ply.before.deed(ply.who, ply.move), ply.after
        if deed == Deed() or after.outcome or ply.text.startswith("gate"):
            continue
        assert isinstance(after, KrabcekPosition)
        own, other = ("B", "W") if after.side(ply.who) == "black" else ("W", "B")
        assert said(deed.costs, "lets_win", "eyes") == eyes(after, other, wins)
        assert said(deed.gains, "blocks_with", "eyes") == every - eyes(after, other, any_move)
        assert said(deed.costs, "stuck_with", "eyes") == every - eyes(after, own, any_move)
        assert said(deed.gains, "wins_with", "eyes") <= eyes(after, own, wins)
        assert not said(deed.gains, "stops", "eyes") & eyes(after, other, wins)
        assert said(deed.gains, "stops", "eyes") <= eyes(ply.before, other, wins)
        assert said(deed.gains, "stacks_with", "eyes") <= eyes(after, own, stacks)
        for note in (*deed.gains, *deed.costs):
            if note.code in ("shuts", "shuts_own"):
                whose = after.owners[str(note.values["gate"])]
                assert (whose == after.side_of(ply.who)) == (note.code == "shuts_own")
                assert str(note.values["gate"]) in after.pieces
        named += len(deed.gains) + len(deed.costs)
    assert named > DRAWN / 10


# Of every game


def seen_further(game: Game[Any], better: Ply[Any], played: Ply[Any]) -> float:
    """What one move brings more than the other, to who follows these two alone, and so sees further."""
    outlook = Looker(game, STRONGEST).outlook(played.before, played.who)
    outlook.level = replace(outlook.level, nodes=ENOUGH.get(game.name, outlook.level.nodes))
    root = outlook.node(played.before, played.who)
    going_on = [ply for ply in (better, played) if not ply.after.outcome]
    nodes = [outlook.node(ply.after, min(ply.after.to_move)) for ply in going_on]
    seen = iter(Search(outlook, root, 0).weighed(nodes))
    brings, less = (
        worth_of_end(ply.after.outcome.winners, ply.who) if ply.after.outcome else next(seen)
        for ply in (better, played)
    )
    return outlook.odds(root, brings) - outlook.odds(root, less)


@pytest.mark.parametrize("game", TWO_SEATS)
def test_what_it_says_was_better_is_legal_and_another_move_and_seen_better_by_who_looks_further(
    game: str,
) -> None:
    assert missed(game)
    for ply, found in missed(game):
        better = Ply.read(GAMES[game], ply.before, str(found.values["better"]))
        assert better.who == ply.who
        assert better.after != ply.after
        assert seen_further(GAMES[game], better, ply) >= AGREED
        looker = Looker(GAMES[game], LEVEL)
        behind = [looker.odds(one.after)[ply.who] for one in (better, ply)]
        assert found.values["points"] == max(1, round(100 * (behind[0] - behind[1]))), "as a review says"


def test_points_that_were_missed_are_those_that_the_best_build_brings() -> None:
    game, told = GAMES["cubus"], set[str]()
    for ply in islice(decisions("cubus"), 60):
        found = remark(game, [ply])
        if found is None:
            continue
        hint = ply.before.hint(ply.who)
        assert hint
        made = ply.after.totals()[ply.who] - ply.before.totals()[ply.who]
        if found.code == coach.FINE:
            assert int(str(hint.note.values.get("count", 0))) - made <= 1
            continue
        assert found.values["made"] == made
        assert found.values["most"] == hint.note.values["count"]
        assert (found.code == coach.MOST) == (made == found.values["most"])
        told.add(found.code)
    assert told >= {coach.MISSED_POINTS, coach.OVERLOOKED}


@pytest.mark.parametrize("game", GAMES)
def test_chance_is_no_ones_merit_and_no_ones_fault(game: str) -> None:
    seats, record = recorded(game, 30)
    position: Any = GAMES[game].start({}, seats)
    fallen = []
    for text in record:
        ply = Ply.read(GAMES[game], position, text)
        fallen += [ply] if ply.who == CHANCE else []
        position = ply.after
    assert fallen
    assert remark(GAMES[game], fallen) is None


@pytest.mark.parametrize("game", GAMES)
def test_it_says_the_same_of_the_same(game: str) -> None:
    for ply, found in judged(game)[:1]:
        assert remark(GAMES[game], [ply]) == found


def test_of_a_turn_of_several_moves_it_tells_the_worst_miss(monkeypatch: pytest.MonkeyPatch) -> None:
    plies = list(islice(decisions("knopen"), 3))
    remarks = iter(
        [Remark(coach.DID), Remark(coach.MISSED, {"points": 9}, weight=0.09), Remark(coach.FOUND, weight=0.5)]
    )
    monkeypatch.setattr(coach, "_judged", lambda *_: next(remarks))
    found = remark(GAMES["knopen"], plies)
    assert found is not None
    assert found.values == {"points": 9}


@pytest.mark.parametrize("game", TWO_SEATS)
def test_where_there_was_a_choice_it_is_never_silent(game: str) -> None:
    chosen = [found for ply, found in judged(game) if had_a_choice(ply)]
    assert chosen
    assert all(chosen)


def test_where_there_is_nothing_to_say_it_says_nothing() -> None:
    assert remark(GAMES["knopen"], []) is None
