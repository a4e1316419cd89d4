"""The outbox: what was saved and what of it was shown, and where it hangs."""

from __future__ import annotations

from bot.club.challenge import Challenge
from bot.database.file import File
from bot.database.preferences import ours


class Outbox:
    def __init__(self, file: File) -> None:
        self._file = file

    # Challenges

    async def unshown_challenges(self) -> list[int]:
        """With something saved that nobody has seen."""
        return await self._file.numbers(
            f"SELECT id FROM challenges WHERE shown_revision < revision AND {ours(self._file)} ORDER BY id"
        )

    async def challenge_was_shown(self, challenge: Challenge, message: int | None) -> None:
        await self._file.change(
            "UPDATE challenges SET shown_revision = ?, message = ? WHERE id = ?",
            *(challenge.revision, message, challenge.id),
        )

    async def note_post(self, challenge: int, message: int) -> None:
        """Where the post of a challenge hangs, learnt from somebody who pressed its buttons."""
        await self._file.change(
            "UPDATE challenges SET shown_revision = revision, message = ? WHERE id = ? AND message IS NULL",
            *(message, challenge),
        )

    async def set_channel(self, challenge: int, channel: int) -> None:
        """Where its post hangs from now on."""
        await self._file.change(
            "UPDATE challenges SET channel = ?, message = NULL WHERE id = ?", channel, challenge
        )

    # Matches

    async def unshown_matches(self) -> list[int]:
        """With something saved that nobody has seen."""
        return await self._file.numbers(
            f"SELECT id FROM matches WHERE posted_ply < plies AND {ours(self._file)} ORDER BY id"
        )

    async def places_of_waiting(self, guild: int) -> tuple[dict[int, set[int]], dict[int, set[int]]]:
        """The matches and the challenges of a server that wait to be shown, each with where that would be."""
        matches = await self._file.rows(
            "SELECT id, coalesce(venue, channel), channel FROM matches"
            " WHERE posted_ply < plies AND guild = ?",
            guild,
        )
        challenges = await self._file.rows(
            "SELECT id, channel FROM challenges WHERE shown_revision < revision AND guild = ?", guild
        )
        return {row[0]: set(row[1:]) for row in matches}, {row[0]: set(row[1:]) for row in challenges}

    async def waiting_at(self, venue: int) -> list[int]:
        """The matches with something saved that nobody has seen, and that are played there."""
        return await self._file.numbers(
            "SELECT id FROM matches WHERE posted_ply < plies AND coalesce(venue, channel) = ? ORDER BY id",
            venue,
        )

    async def match_was_shown(self, match: int, plies: int, era: int, post: int) -> None:
        """As it was in that era: what changed meanwhile is still to be shown."""
        await self._file.note(
            "UPDATE matches SET post = ?,"
            " posted_ply = CASE WHEN posted_ply < ? AND era = ? THEN ? ELSE posted_ply END WHERE id = ?",
            *(post, plies, era, plies, match),
        )

    async def set_venue(self, match: int, venue: int) -> None:
        """The thread or channel it is played in, from now on."""
        await self._file.change("UPDATE matches SET venue = ?, post = NULL WHERE id = ?", venue, match)

    async def take_showing(self, match: int, ply: int) -> bool:
        """Everybody is about to be shown a film or a step of it. False if they were since that ply."""
        changed = await self._file.change(
            "UPDATE matches SET film_ply = ? WHERE id = ? AND coalesce(film_ply, -1) <> ?", ply, match, ply
        )
        return changed == 1

    async def give_showing_back(self, match: int) -> None:
        """Nobody was shown anything."""
        await self._file.change("UPDATE matches SET film_ply = NULL WHERE id = ?", match)
