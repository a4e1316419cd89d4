"""What stands in the post of a board: what happened, the picture, whose turn it is or how it ended."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field

import discord

from bot.club.faces import Faces
from bot.club.lessons import Lessons
from bot.club.levels import Levels
from bot.club.match import Match
from bot.club.opponents import Opponents
from bot.club.preferences import Preferences
from bot.club.standings import Change
from bot.club.thinker import Thinker
from bot.database.archive import Archive
from bot.database.ledger import Ledger
from bot.ui.coaching import Coaching
from bot.ui.controls import match_buttons
from bot.ui.eyes import Eyes, eyes_for
from bot.ui.layout import Layout
from bot.ui.pictures import board, colour_of
from bot.ui.pictures import hint as draw_hint
from bot.ui.result_cards import result_card
from bot.words import coaching, hints, outcomes, sentences
from bot.words.language import Language


@dataclass(frozen=True, slots=True)
class BoardLayouts:
    archive: Archive
    ledger: Ledger
    thinker: Thinker
    opponents: Opponents
    levels: Levels
    lessons: Lessons
    preferences: Preferences
    faces: Faces
    coaching: Coaching
    drawing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Boards of those who play alone are drawn one by one: the other painter is there for everybody."""

    async def of(self, match: Match, *, moved: bool = False) -> tuple[Layout, list[discord.File]]:
        """The newest board, with its picture. `moved`: it is the first where nobody looks for it."""
        eyes = eyes_for(match, self.preferences)
        words = eyes.words
        changes = await self.ledger.changes(match.id) if match.outcome else []
        async with self.drawing if match.is_solo else nullcontext():
            faces = await self.faces.at(match)
            files, letters = await board(match, words, faces, seat=eyes.seat, theme=eyes.theme)
            card = await result_card(match, changes, faces, eyes)
        is_stuck, next_level = self.opponents.is_stuck(match), await self.levels.after(match)
        is_new = await self.lessons.fits(match)
        small = [
            sentences.lesson(match.game, words) if is_new else "",
            coaching.called(match, words),
            sentences.sealed(match, words),
        ]
        asked = [] if match.outcome else _turn(match, words)
        if is_stuck:
            asked.append(words.say("computer.stuck"))
        review, seen = await self._looked_back(match, eyes)
        layout = Layout(
            colour=colour_of(match.game.name, match.position, eyes.theme),
            told=_lines(self._told(match, words, review, moved=moved)),
            above=_named(seen),
            asked=_lines(asked),
            result=_lines(await self._ended(match, changes, next_level, words)),
            below=_named(card),
            rows=match_buttons(match, words, is_stuck=is_stuck, next_level=next_level, is_new=is_new),
            small=_lines(small),
        )
        return layout.with_picture(files, letters), [*seen, *files, *card]

    async def result_card(self, match: Match) -> list[discord.File]:
        """Alone, as it goes with the last board."""
        eyes = eyes_for(match, self.preferences)
        changes, faces = await self.ledger.changes(match.id), await self.faces.at(match)
        return await result_card(match, changes, faces, eyes)

    def _told(self, match: Match, words: Language, review: str, *, moved: bool) -> list[str]:
        """What happened; before anybody has moved also against whom they play, and for what."""
        lines = [sentences.told(match, words), review, self.coaching.said(match, words)]
        if match.is_mid_turn and not match.in_window and not match.computers_to_move:
            lines.insert(0, sentences.told_before(match, words))
        if match.is_solo:
            lines.insert(0, sentences.met(match, words))
        if moved:
            lines.insert(0, words.say("moved", number=match.id, game=match.game.title))
        return [*lines, sentences.aim(match, words)]

    async def _ended(
        self, match: Match, changes: Sequence[Change], next_level: int | None, words: Language
    ) -> list[str]:
        if not match.outcome:
            return []
        return [
            outcomes.ended(match, words),
            "" if match.is_practice else outcomes.series(await self.archive.series(match.id), words),
            outcomes.ratings(match, changes, words),
            *outcomes.practice(match, next_level, words),
        ]

    async def _looked_back(self, match: Match, eyes: Eyes) -> tuple[str, list[discord.File]]:
        """Of a claim that nobody contested: whether it was right, and what there was to be seen."""
        words = eyes.words
        for ply, played in enumerate(match.last, start=match.ply - len(match.last)):
            seat = played.before.settles(played.who, played.move)
            hint = None if seat is None else await self.thinker.review(played.before, seat)
            if hint is not None:
                then = match.at(ply)
                files, letters = await draw_hint(then, hint, words, None, theme=eyes.theme)
                return hints.hint(then, hint, words, kind="review") + letters, files
        return "", []


def _named(files: Sequence[discord.File]) -> list[tuple[str, str]]:
    """As a layout shows them."""
    return [(file.filename, file.description or "") for file in files]


def _turn(match: Match, words: Language) -> list[str]:
    return [sentences.turn(match, words), sentences.time(match, words)]


def _lines(lines: list[str]) -> str:
    return "\n".join(filter(None, lines))
