"""The course of a match: its plies so far, and the position they lead to. What comes by itself follows."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from bot.club import lots
from engines.game import Game, Outcome, Position
from engines.moves import CHANCE, TABLE, Leave
from engines.record import Ply, is_chance_next, is_mid_turn, is_window, last_word


@dataclass(frozen=True, slots=True)
class Course:
    played: tuple[Ply[Any], ...]
    position: Position

    @property
    def ply(self) -> int:
        """Plies played: the number the next one will have."""
        return len(self.played)

    @property
    def record(self) -> tuple[str, ...]:
        return tuple(played.text for played in self.played)

    @property
    def open_record(self) -> tuple[str, ...]:
        """The record as far as everybody may read it."""
        return tuple(played.text for played in takewhile(self.is_open, self.played))

    def is_open(self, played: Ply[Any]) -> bool:
        """Everybody may read what was played there."""
        return not self.position.seals(played.move)

    @property
    def outcome(self) -> Outcome | None:
        return self.position.outcome

    @property
    def left(self) -> frozenset[int]:
        """Seats that gave up."""
        return frozenset(played.move.seat for played in self.played if isinstance(played.move, Leave))

    @property
    def movers(self) -> set[int]:
        """The seats that have moved."""
        return {played.mover for played in self.played if played.mover is not None}

    @property
    def has_begun(self) -> bool:
        """Two seats have moved: from now on somebody can lose. A turn that begins by itself is a move."""
        return len(self.movers) > 1

    @property
    def is_untouched(self) -> bool:
        """Nobody has done anything in it yet."""
        return not any(played.decided or played.who == TABLE for played in self.played)

    def has_answered(self, seat: int) -> bool:
        """What others are still asked."""
        answers = takewhile(lambda played: played.in_window, reversed(self.played))
        return self.in_window and any(played.who == seat for played in answers)

    @property
    def is_mid_turn(self) -> bool:
        """The seat that made the last ply goes on with its turn. Behind an answer a new turn begins."""
        return is_mid_turn(self.played, self.position)

    @property
    def in_window(self) -> bool:
        """Who is to move answers what another seat did, and silence is an answer too."""
        return is_window(self.position)

    @property
    def calls_nobody_new(self) -> bool:
        """Whoever is to move was so before the last ply, too: a turn goes on, or answers come in."""
        word = last_word(self.played)
        answered = bool(word) and word[0].in_window and self.position.to_move < word[0].before.to_move
        return self.is_mid_turn or answered

    @property
    def turns(self) -> tuple[int, ...]:
        """After how many plies a turn was over and its board stood for everybody to see; last of all, now.

        Where the game says which plies begin a turn, the board stands as it did before these.
        """
        begun = [ply for ply, played in enumerate(self.played) if played.new_turn is not None]
        over = begun or (
            ply
            for ply, played in enumerate(self.played)
            if _is_begun_by(played) and not is_mid_turn(self.played[:ply], played.before)
        )
        return (*over, self.ply)

    def until(self, ply: int) -> Course:
        """As it stood after so many plies, which were not all."""
        return Course(self.played[:ply], self.played[ply].before)

    @property
    def _is_between_turns(self) -> bool:
        """The next turn begins by itself, and has not: nobody sees it stand so, but by looking back."""
        position = self.position
        if position.new_turn() is None:
            return False
        return is_chance_next(position) or position.forced() is not None


def _is_begun_by(played: Ply[Any]) -> bool:
    """It neither came by itself nor answers what another seat did."""
    return played.who == TABLE or (played.decided and not played.in_window)


def add(course: Course, ply: Ply[Any]) -> Course:
    return Course((*course.played, ply), ply.after)


def follow(game: Game[Any], course: Course, secret: bytes) -> Course:
    """What comes by itself: chance, and the moves that are all a seat can do."""
    while True:
        position = course.position
        if CHANCE in position.to_move:
            source = lots.source(secret, [played.text for played in course.played])
            who, move = CHANCE, position.draw_chance(source)
        elif forced := position.forced():
            who, move = forced
        else:
            return course
        course = add(course, Ply.of(game, position, who, move))
