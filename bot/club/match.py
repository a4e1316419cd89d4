"""A match as it is known: its course, and what is stored of it beside."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.club import lots
from bot.club.course import Course, add
from bot.club.ratings import is_rated
from bot.club.refused import Refused, RefusedByGame
from bot.club.stored import Offer, Seat, Stored
from engines.codes import Refusal
from engines.game import Chosen, Game
from engines.moves import TABLE, Aborted, Awarded, Leave, Move
from engines.record import Ply, last_turn, whole_turn


@dataclass(frozen=True, slots=True)
class Match(Course):
    stored: Stored

    @classmethod
    def of(cls, stored: Stored, course: Course) -> Match:
        return cls(course.played, course.position, stored)

    def _with(self, course: Course) -> Match:
        return self.of(self.stored, course)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.stored.seats

    @property
    def offer(self) -> Offer | None:
        return self.stored.offer

    @property
    def id(self) -> int:
        return self.stored.id

    @property
    def game(self) -> Game[Any]:
        return self.stored.game

    @property
    def members(self) -> tuple[int, ...]:
        return self.stored.members

    @property
    def people(self) -> tuple[int, ...]:
        """The members, without the computers."""
        return self.stored.people

    @property
    def computers(self) -> frozenset[int]:
        """The seats where a computer sits."""
        return self.stored.computers

    @property
    def computers_at(self) -> tuple[int, ...]:
        """The computers themselves, by seat."""
        return tuple(self.members[seat] for seat in sorted(self.computers))

    @property
    def computers_to_move(self) -> tuple[int, ...]:
        """Their seats, of those to move."""
        return tuple(sorted(self.position.to_move & self.computers))

    @property
    def is_practice(self) -> bool:
        """A computer plays: it counts in no ratings."""
        return self.stored.is_practice

    @property
    def is_solo(self) -> bool:
        """One member plays, and nobody else but computers."""
        return self.stored.is_solo

    @property
    def is_left_to_computers(self) -> bool:
        """Nobody else plays on: the last member has given up."""
        return self.is_practice and self.computers.issuperset(self.playing)

    @property
    def playing(self) -> tuple[int, ...]:
        """Seats that have not given up."""
        left = self.left
        return tuple(seat for seat in range(len(self.seats)) if seat not in left)

    def plays_on(self, member: int) -> bool:
        """In one of them: a member, perhaps, who has left it."""
        return any(self.seats[seat].member == member for seat in self.playing)

    @property
    def commitment(self) -> str:
        return lots.commitment(self.stored.secret)

    def seat_of(self, member: int) -> int:
        """Raises Refused for somebody who does not play in it."""
        for number, seat in enumerate(self.seats):
            if seat.member == member:
                return number
        raise Refused("stranger")

    def check_turn(self, seat: int, ply: int) -> None:
        """Raises Refused unless the seat is to move, and has been asked nothing else since that ply.

        Where several are to move at once, the answers of the others do not make a seat's own too late.
        """
        if self.outcome:
            raise Refused("over")
        since = self.played[ply:]
        if ply > self.ply or any(played.who == seat or seat not in played.before.to_move for played in since):
            raise Refused("stale")
        if seat not in self.position.to_move:
            raise Refused("stale" if since else "answered" if self.has_answered(seat) else "not_your_turn")

    def read_move(self, seat: int, text: str) -> Move:
        """The move that the text means here. Raises RefusedByGame."""
        try:
            return self.game.read_move(self.position, seat, text)
        except Refusal as refusal:
            raise RefusedByGame(self.game.name, refusal) from refusal

    @property
    def is_rated(self) -> bool:
        """Now that it is over, it counts."""
        return (
            self.outcome is not None
            and not self.is_practice
            and is_rated(len(self.seats), self.played, self.outcome)
        )

    def leaves_freely(self, seat: int) -> bool:
        """To leave costs it nothing: of two, they have not both moved; of more, it has not moved itself."""
        return not self.has_begun if len(self.seats) == 2 else seat not in self.movers

    def leaving(self, seat: int) -> Move:
        """What the table writes when a seat leaves: the others play on, or win by it.

        Before anybody could lose, a match that is left by too many ends without a result.
        """
        others = set(self.playing) - {seat}
        if not self.has_begun and len(others) < self.game.seats[0]:
            return Aborted()
        return Leave(seat)

    @property
    def is_new_to_its_members(self) -> bool:
        """None of them has moved: what one plays for is still to be said."""
        return not any(played.decided and played.who not in self.computers for played in self.played)

    def seen_from(self, seat: int) -> int:
        """The side from which this seat sees the board: as everybody does, or as it has turned it."""
        return int(self.seats[seat].turned)

    def plays(self, member: int) -> bool:
        return member in self.members

    def is_to_move(self, member: int) -> bool:
        return any(seat >= 0 and self.seats[seat].member == member for seat in self.position.to_move)

    @property
    def last(self) -> tuple[Ply[Any], ...]:
        """What the newest post tells; looking back, between two turns, the one that was over.

        What computers answer is told together and, to one who plays alone with them, with their own turn.
        """
        return tuple(played for turn in self.last_turns for played in turn)

    @property
    def last_turns(self) -> tuple[tuple[Ply[Any], ...], ...]:
        """As above, turn by turn."""
        if not self.is_practice:
            return (tuple((whole_turn if self._is_between_turns else last_turn)(self.played)),)
        turns: list[tuple[Ply[Any], ...]] = []
        rest = self.played
        while turn := tuple(last_turn(rest)):
            is_of_member = any(played.decided and played.who not in self.computers for played in turn)
            if turns and is_of_member and not self.is_solo:
                break
            turns.insert(0, turn)
            rest = rest[: -len(turn)]
            if is_of_member:
                break
        return tuple(turns)

    def foreseen(self, seat: int, move: Move) -> Match:
        """As it would stand after the legal move and before anything follows, as far as the seat may know."""
        ply = Ply.of(self.game, self.position.known_to(seat), seat, move)
        return self._with(add(self, ply))

    def moved_to(self, venue: int) -> Match:
        """Played there from now on, where no board of it hangs yet."""
        return replace(self, stored=replace(self.stored, venue=venue, post=None))

    def at(self, ply: int) -> Match:
        """The match as it stood after so many plies."""
        return self if ply >= self.ply else self._with(self.until(ply))


def with_sides_swapped(match: Match, challenger: int) -> dict[str, Chosen]:
    """The options of the next match of two: who did not begin begins; its challenger has its seat 0."""
    options = dict(match.stored.options)
    began = next((played.who for played in match.played if played.who >= 0), None)
    if "first" in options and began is not None:
        options["first"] = 0 if began != challenger else 1
    return options


def left_to_computers(stored: Stored, course: Course) -> Course:
    """Where nobody plays on but computers, it is over: they have won, unless no member had moved yet."""
    match = Match.of(stored, course)
    if match.outcome or not match.is_left_to_computers:
        return course
    move = Aborted() if match.computers.issuperset(match.movers) else Awarded(match.playing)
    return add(course, Ply.of(match.game, course.position, TABLE, move))
