"""The record of a match as a file: one line of JSON, a request to `python -m engines`.

Its note holds what the request does not need and a reader does: which match it is, its seal and, once it
is over, the secret. With these the file alone is enough to check the lots: see docs/fair.md.
"""

from __future__ import annotations

import io
import json
from typing import Any, Final

import discord

from bot.club.allowances import RECORDS
from bot.club.match import Match
from bot.ui.addresses import Address
from bot.ui.feature import Heard, Values
from bot.ui.table import Interaction, table_of, words_for


async def send(interaction: Interaction, address: Address, _: Values) -> None:
    match = await table_of(interaction).matches.load(address.number)
    table_of(interaction).allowances.spend(RECORDS, interaction.user.id)
    name = f"{match.game.name}-{match.id}.json"
    file = discord.File(io.BytesIO(written(match).encode()), filename=name)
    said = words_for(interaction).say("record.over" if match.outcome else "record.running", file=name)
    await interaction.response.send_message(said, file=file, ephemeral=True)


def written(match: Match) -> str:
    stored = match.stored
    note: dict[str, Any] = {
        "match": match.id,
        "rules_version": stored.rules_version,
        "seal": match.commitment,
    }
    if match.outcome:
        note["secret"] = match.stored.secret.hex()
        note |= _rulings(match)
    request = {
        "do": "replay",
        "game": match.game.name,
        "options": match.stored.options,
        "seats": len(match.seats),
        "record": match.open_record,
        "note": note,
    }
    return f"{json.dumps(request)}\n"


def _rulings(match: Match) -> dict[str, str]:
    """What managers decided about it: the record itself does not know."""
    rulings = {"ended_by": "manager" if match.stored.adjudicated else "", "verdict": match.stored.verdict}
    return {name: ruling for name, ruling in rulings.items() if ruling}


VERBS: Final[dict[str, Heard]] = {"record": send}
