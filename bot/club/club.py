"""The club over one file: all its rooms, each built once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from bot.club.allowances import Allowances
from bot.club.bars import Bars
from bot.club.challenges import Challenges
from bot.club.coach import Coach
from bot.club.dailies import Dailies
from bot.club.departures import Departures
from bot.club.export import Export
from bot.club.faces import Faces
from bot.club.hints import Hints
from bot.club.invitations import Invitations
from bot.club.known_venues import KnownVenues
from bot.club.leaving import Leaving
from bot.club.lessons import Lessons
from bot.club.levels import Levels
from bot.club.lobbies import Lobbies
from bot.club.matches import Matches
from bot.club.names import Names
from bot.club.newcomers import Newcomers
from bot.club.offers import Offers
from bot.club.opponents import Opponents
from bot.club.preferences import Preferences
from bot.club.puzzles import Puzzles
from bot.club.recount import Recount
from bot.club.rematches import Rematches
from bot.club.reviews import Reviews
from bot.club.rulings import Rulings
from bot.club.seasons import Seasons
from bot.club.solo import Solo
from bot.club.thinker import Thinker
from bot.club.timekeeper import Timekeeper
from bot.club.troubles import Troubles
from bot.club.turn_time import TurnTime
from bot.club.waiting import Waiting
from bot.database.acts import StoredActs
from bot.database.archive import Archive
from bot.database.bars import StoredBars
from bot.database.challenges import StoredChallenges
from bot.database.dailies import StoredDailies
from bot.database.deadlines import StoredDeadlines
from bot.database.erasure import Erasure
from bot.database.exports import Exports
from bot.database.file import File
from bot.database.house import House
from bot.database.leaderboards import Leaderboards
from bot.database.ledger import Ledger
from bot.database.lessons import StoredLessons
from bot.database.levels import StoredLevels
from bot.database.matches import StoredMatches
from bot.database.offers import StoredOffers
from bot.database.outbox import Outbox
from bot.database.puzzles import StoredPuzzles
from bot.database.reviews import StoredReviews
from bot.database.rulings import StoredRulings
from bot.database.seasons import StoredSeasons
from bot.database.traces import StoredTraces
from bot.database.wiping import Wiping


class Club:
    """`clock` tells the time, in UTC."""

    def __init__(self, file: File, clock: Callable[[], datetime]) -> None:
        stored_matches, deadlines = StoredMatches(file), StoredDeadlines(file)
        self.clock = clock
        self.ours = file.ours
        self.house = House(file)
        self.stored_challenges = StoredChallenges(file)
        self.outbox = Outbox(file)
        self.traces = StoredTraces(file)
        self.archive = Archive(file)
        self.ledger = Ledger(file)
        self.levels = Levels(StoredLevels(file))
        self.known_venues = KnownVenues(file)
        self.preferences = Preferences(file)
        self.faces = Faces(file, self.preferences, clock)
        self.names = Names(file, self.faces, clock)
        turn_time = TurnTime(self.preferences, clock)
        self.puzzles = Puzzles(StoredPuzzles(file), turn_time.now)
        self.stored_dailies = StoredDailies(file)
        self.dailies = Dailies(self.stored_dailies, turn_time.now)
        self.lessons = Lessons(StoredLessons(file), turn_time.now)
        self.leaderboards = Leaderboards(file, turn_time.now)
        self.newcomers = Newcomers(self.leaderboards, self.preferences, clock)
        self.stored_seasons = StoredSeasons(file)
        self.seasons = Seasons(self.stored_seasons, self.preferences, turn_time.now)
        self.troubles = Troubles(turn_time.now)
        self.allowances = Allowances(turn_time.now)
        self.thinker = Thinker()
        self.acts = StoredActs(file)
        self.bars = Bars(StoredBars(file), turn_time)
        self.invitations = Invitations(self.preferences, stored_matches, self.bars)
        self.matches = Matches(stored_matches, self.ledger, turn_time)
        self.leaving = Leaving(self.matches, turn_time, self.allowances)
        self.opponents = Opponents(self.matches, self.thinker, turn_time, self.troubles)
        self.hints = Hints(stored_matches, self.thinker)
        self.coach = Coach(stored_matches, self.matches, self.thinker)
        self.reviews = Reviews(StoredReviews(file), self.matches, self.thinker, turn_time.now)
        self.rulings = Rulings(StoredRulings(file), self.matches, turn_time)
        self.recount = Recount(file, self.matches, turn_time, self.troubles)
        self.challenges = Challenges(
            self.stored_challenges,
            self.matches,
            self.invitations,
            self.preferences,
            turn_time,
            self.allowances,
        )
        self.lobbies = Lobbies(self.stored_challenges, self.challenges, self.invitations, self.allowances)
        self.rematches = Rematches(self.matches, self.challenges, self.lobbies, self.invitations)
        self.solo = Solo(self.matches, self.challenges, self.invitations, turn_time)
        self.waiting = Waiting(stored_matches, self.matches, self.opponents, turn_time)
        self.offers = Offers(
            StoredOffers(file), deadlines, self.matches, self.thinker, turn_time, self.allowances
        )
        self.timekeeper = Timekeeper(
            deadlines,
            self.stored_challenges,
            stored_matches,
            self.matches,
            self.leaving,
            self.preferences,
            turn_time,
            self.troubles,
            self.ours,
        )
        self.exports = Export(Exports(file), self.matches)
        self.departures = Departures(
            Erasure(file),
            Wiping(file),
            self.house,
            stored_matches,
            self.matches,
            self.leaving,
            self.challenges,
            self.preferences,
            self.names,
            deadlines,
            turn_time,
            self.troubles,
        )
