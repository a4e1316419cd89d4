"""How much a member may ask for: so much open at a time, and so much by the minute.

All of it is more than anybody plays by, and less than anybody could be a nuisance with: nobody is called
twenty-five times because somebody else likes to press buttons.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.club.deadlines import DAY
from bot.club.refused import Refused
from bot.club.tallies import Asked, Running
from engines import GAMES

CHALLENGES_OPEN: Final = 10
"""Of one's own, on a server."""
CHALLENGES_OPEN_TO_ONE: Final = 3
CHALLENGES_IN_VAIN: Final = 10
"""Within a day, on all servers, that called the same member and led to no match."""
TABLES_IN_VAIN: Final = 5
"""As well, that were laid once more and called all who sat there before."""
BETWEEN_CALLS: Final = 3600
"""Seconds between two challenges to anybody that call a role, on a server."""
MATCHES: Final = 25
"""Of a member, on a server: as many as a list of Discord can offer."""
MATCHES_OF_TWO: Final = 5
"""Running at once between the same two."""
MATCHES_ALONE: Final = 3
"""Of a member with nobody but computers, wherever; these do not count among the others."""


def check_challenges(asked: Asked, opponent: int | None) -> None:
    """Raises Refused unless this member may make one more."""
    if asked.open >= CHALLENGES_OPEN:
        raise Refused("too_many_challenges", most=CHALLENGES_OPEN)
    if opponent is None:
        if asked.in_vain >= TABLES_IN_VAIN:
            raise Refused("tables_in_vain", most=TABLES_IN_VAIN)
        return
    if asked.open_to_one >= CHALLENGES_OPEN_TO_ONE:
        raise Refused("too_many_challenges_to", most=CHALLENGES_OPEN_TO_ONE, opponent=opponent)
    if asked.in_vain >= CHALLENGES_IN_VAIN:
        raise Refused("challenges_in_vain", most=CHALLENGES_IN_VAIN, opponent=opponent)


def check_matches(running: Running, members: Sequence[int], asking: int) -> None:
    """Raises Refused unless these may begin one more; it is told to the one of them who asks."""
    for member in members:
        if running.of.get(member, 0) >= MATCHES:
            code = "too_many_matches" if member == asking else "too_many_matches_of"
            raise Refused(code, most=MATCHES, who=member)
    if len(members) == 2 and running.between >= MATCHES_OF_TWO:
        opponent = members[1] if members[0] == asking else members[0]
        raise Refused("too_many_matches_with", most=MATCHES_OF_TWO, opponent=opponent)


def check_solo(running: Running) -> None:
    """Raises Refused unless this member may begin one more match with nobody but computers."""
    if len(running.solo) >= MATCHES_ALONE:
        matches = tuple(f"{GAMES[game].title} #{number}" for game, number in running.solo)
        raise Refused("too_many_alone", most=MATCHES_ALONE, matches=matches)


# By the minute


@dataclass(frozen=True, slots=True)
class Allowance:
    what: str
    """How the sentence that refuses more of it is called: `enough_<what>`."""
    most: int
    seconds: int = 60


CHALLENGES: Final = (Allowance("challenges", 5), Allowance("challenges", 30, 3600))
OFFERS: Final = (Allowance("offers", 3), Allowance("offers", 20, DAY))
"""In one match."""
OFFERS_AGAIN: Final = (Allowance("offers_again", 1, DAY),)
"""In one position, what was declined there: who has said no is not asked until they say yes."""
SEATS: Final = (Allowance("seats", 5),)
"""At one table that is being laid."""
BOARDS: Final = (Allowance("boards", 3), Allowance("boards", 8, DAY))
"""Posted again, and calling whoever is to move again; in all matches together."""
FILMS: Final = (Allowance("films", 10),)
CARDS: Final = (Allowance("cards", 20),)
RECORDS: Final = (Allowance("files", 10),)
EXPORTS: Final = (Allowance("files", 3),)
RULINGS: Final = (Allowance("rulings", 20, 3600),)
"""Of managers: what they decide about matches calls those who play."""
EARLY_ENDS: Final = (Allowance("early_ends", 5, DAY),)
"""Matches that a member ended before they counted, until another may begin: nobody shops for dice."""
SHARES: Final = (Allowance("shares", 5, 3600),)
"""Dailies, and how one did at them, shown to everybody."""
LOOKS: Final = (Allowance("looks", 20),)
"""At who is still a member: Discord is asked each time."""


class Allowances:
    """What was asked for lately is forgotten when the bot stops. `now` tells the time, in seconds."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._spent: dict[Allowance, OrderedDict[tuple[int, ...], deque[int]]] = {}

    def spend(self, allowances: Sequence[Allowance], *whose: int) -> None:
        """Once more. Raises Refused if it is too much, and counts nothing then."""
        self.check(allowances, *whose)
        self.count(allowances, *whose)

    def check(self, allowances: Sequence[Allowance], *whose: int) -> None:
        """Raises Refused if once more would be too much."""
        now = self._now()
        for allowance in allowances:
            times = self._lately(allowance, whose, now)
            if len(times) >= allowance.most:
                raise Refused(f"enough_{allowance.what}", when=f"<t:{times[0] + allowance.seconds}:R>")

    def count(self, allowances: Sequence[Allowance], *whose: int) -> None:
        """It was had once more, however often that is: the oldest time is forgotten for it."""
        now = self._now()
        for allowance in allowances:
            self._lately(allowance, whose, now).append(now)
            self._spent[allowance].move_to_end(whose)

    def _lately(self, allowance: Allowance, whose: tuple[int, ...], now: int) -> deque[int]:
        """When they had it."""
        spent = self._spent.setdefault(allowance, OrderedDict())
        while spent and not _counts(next(iter(spent.values())), allowance, now):
            spent.popitem(last=False)
        times = spent.setdefault(whose, deque(maxlen=allowance.most))
        while times and times[0] <= now - allowance.seconds:
            times.popleft()
        return times


def _counts(times: deque[int], allowance: Allowance, now: int) -> bool:
    """It was had within the time that it is for; what lies ahead was told by a clock that is right since."""
    return bool(times) and now - allowance.seconds < times[-1] <= now
