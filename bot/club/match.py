"""A match as it is known: what is stored of it, its plies, and the position they lead to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from bot.club import lots
from bot.club.ratings import is_rated
from bot.club.refused import Refused, RefusedByGame
from bot.club.stored import Offer, Seat, Stored
from engines.codes import Refusal
from engines.game import Chosen, Game, Outcome, Position
from engines.moves import CHANCE, TABLE, Aborted, Awarded, Leave, Move
from engines.record import Ply, is_chance_next, is_mid_turn, is_window, last_turn, last_word, whole_turn


@dataclass(frozen=True, slots=True)
class Match:
    stored: Stored
    played: tuple[Ply[Any], ...]
    position: Position

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
    def left(self) -> frozenset[int]:
        """Seats that gave up."""
        return frozenset(played.move.seat for played in self.played if isinstance(played.move, Leave))

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
            raise Refused("stale" if since else "answered" if self._has_answered(seat) else "not_your_turn")

    def read_move(self, seat: int, text: str) -> Move:
        """The move that the text means here. Raises RefusedByGame."""
        try:
            return self.game.read_move(self.position, seat, text)
        except Refusal as refusal:
            raise RefusedByGame(self.game.name, refusal) from refusal

    def _has_answered(self, seat: int) -> bool:
        """What others are still asked."""
        answers = takewhile(lambda played: played.in_window, reversed(self.played))
        return self.in_window and any(played.who == seat for played in answers)

    @property
    def has_begun(self) -> bool:
        """Two seats have moved: from now on somebody can lose. A turn that begins by itself is a move."""
        return len(self.movers) > 1

    @property
    def movers(self) -> set[int]:
        """The seats that have moved."""
        return {played.mover for played in self.played if played.mover is not None}

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
    def is_untouched(self) -> bool:
        """Nobody has done anything in it yet."""
        return not any(played.decided or played.who == TABLE for played in self.played)

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

    def foreseen(self, seat: int, move: Move) -> Match:
        """As it would stand after the legal move and before anything follows, as far as the seat may know."""
        ply = Ply.of(self.game, self.position.known_to(seat), seat, move)
        return Match(self.stored, (*self.played, ply), ply.after)

    def moved_to(self, venue: int) -> Match:
        """Played there from now on, where no board of it hangs yet."""
        return replace(self, stored=replace(self.stored, venue=venue, post=None))

    # Looking back

    @property
    def turns(self) -> tuple[int, ...]:
        """After how many plies a turn was over and its board stood for everybody to see; last of all, now.

        Where the game says which plies begin a turn, the board stands as it did before these.
        """
        begun = [ply for ply, played in enumerate(self.played) if played.new_turn is not None]
        over = begun or (
            ply
            for ply, played in enumerate(self.played)
            if _is_begun_by(played) and not self.at(ply).is_mid_turn
        )
        return (*over, self.ply)

    @property
    def _is_between_turns(self) -> bool:
        """The next turn begins by itself, and has not: nobody sees it stand so, but by looking back."""
        position = self.position
        if position.new_turn() is None:
            return False
        return is_chance_next(position) or position.forced() is not None

    def at(self, ply: int) -> Match:
        """The match as it stood after so many plies."""
        return self if ply >= self.ply else Match(self.stored, self.played[:ply], self.played[ply].before)


def _is_begun_by(played: Ply[Any]) -> bool:
    """It neither came by itself nor answers what another seat did."""
    return played.who == TABLE or (played.decided and not played.in_window)


def with_sides_swapped(match: Match, challenger: int) -> dict[str, Chosen]:
    """The options of the next match of two: who did not begin begins; its challenger has its seat 0."""
    options = dict(match.stored.options)
    began = next((played.who for played in match.played if played.who >= 0), None)
    if "first" in options and began is not None:
        options["first"] = 0 if began != challenger else 1
    return options


@dataclass(frozen=True, slots=True)
class Course:
    played: tuple[Ply[Any], ...]
    position: Position


def add(course: Course, ply: Ply[Any]) -> Course:
    return Course((*course.played, ply), ply.after)


def left_to_computers(stored: Stored, course: Course) -> Course:
    """Where nobody plays on but computers, it is over: they have won, unless no member had moved yet."""
    match = Match(stored, course.played, course.position)
    if match.outcome or not match.is_left_to_computers:
        return course
    move = Aborted() if match.computers.issuperset(match.movers) else Awarded(match.playing)
    return add(course, Ply.of(match.game, course.position, TABLE, move))


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
