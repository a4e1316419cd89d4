"""The line protocol: a request of one line of JSON, and its answer. Described in docs/protocol.md."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engines.chance import TextSource
from engines.codes import IllegalMove, Refusal
from engines.game import Game, P, Position
from engines.moves import CHANCE, TABLE, read_table_ply
from engines.players.review import review
from engines.players.thinking import LEVELS, think
from engines.record import BadRecord, is_chance_next, replay

LONGEST_LINE: Final = 1_000_000
"""Bytes a request may have, its line end included."""

_NOTE: Final = "note"
"""What whoever keeps a request writes on it: it stands in any of them and is not read."""

_PLACES: Final = 6
"""Of odds that are told: so they add up to what they should, but for what nobody would see."""

Reply = dict[str, object]


class BadRequest(Refusal):
    """The line is no request: not JSON, an unknown word, a field missing or of the wrong kind."""

    kind = "request"


def reply_to(line: bytes, games: Mapping[str, Game[Any]]) -> Reply:
    """What a line is answered with. A refusal is an answer too, so nothing is raised for a bad line."""
    try:
        request = _Request(_read(line), games)
        return request.handler()(request)
    except Refusal as refusal:
        return write_refusal(refusal)


def write_refusal(refusal: Refusal) -> Reply:
    return {"error": _error(refusal)}


def _error(refusal: Refusal) -> Reply:
    detail: Reply = {"reason": refusal.code, **refusal.values}
    if isinstance(refusal, BadRecord):
        detail["cause"] = _error(refusal.cause)
    return {"code": refusal.kind, "detail": detail}


def _read(line: bytes) -> dict[str, object]:
    if len(line) > LONGEST_LINE:
        raise BadRequest("too_long", most=LONGEST_LINE)
    try:
        text = line.decode()
    except UnicodeDecodeError:
        raise BadRequest("not_utf8") from None
    try:
        content = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise BadRequest("not_json") from None
    if not isinstance(content, dict):
        raise BadRequest("not_an_object")
    return content


def _refuse_constant(name: str) -> object:
    """NaN and the infinities are no JSON, though Python reads them."""
    raise ValueError(name)


@dataclass(frozen=True, slots=True)
class _Request:
    """The fields of a request, each read as what it must be."""

    content: Mapping[str, object]
    games: Mapping[str, Game[Any]]

    def handler(self) -> Callable[[_Request], Reply]:
        """Who answers: there is one for every `do`, and each knows its fields."""
        do = self.text("do")
        if do not in _HANDLERS:
            raise BadRequest("unknown_do", do=do[:40])
        handler, fields = _HANDLERS[do]
        unknown = set(self.content) - {"do", _NOTE, *fields}
        if unknown:
            raise BadRequest("unknown_field", field=min(unknown)[:40])
        return handler

    def field(self, name: str) -> object:
        if name not in self.content:
            raise BadRequest("missing_field", field=name)
        return self.content[name]

    def text(self, name: str) -> str:
        value = self.field(name)
        if not isinstance(value, str):
            raise BadRequest("wrong_type", field=name, wants="text")
        return value

    def number(self, name: str) -> int:
        value = self.field(name)
        if not isinstance(value, int) or isinstance(value, bool):
            raise BadRequest("wrong_type", field=name, wants="whole number")
        return value

    def game(self) -> Game[Any]:
        name = self.text("game")
        if name not in self.games:
            raise BadRequest("unknown_game", game=name[:40])
        return self.games[name]

    def position(self) -> Position:
        position: Position = self.game().read_position(self.text("position"))
        return position

    def seat(self) -> int | None:
        return None if self.field("seat") is None else self.player()

    def player(self) -> int:
        """A seat that is neither chance nor the table."""
        seat = self.number("seat")
        if not 0 <= seat < self.game().seats[1]:
            raise BadRequest("unknown_seat", most=self.game().seats[1] - 1)
        return seat

    def level(self) -> int:
        level = self.number("level")
        if level not in LEVELS:
            raise BadRequest("unknown_level", least=LEVELS[0], most=LEVELS[-1])
        return level

    def random(self) -> str:
        """Any text, but half of a surrogate pair: JSON can say it, but it is no text."""
        text = self.text("random")
        try:
            text.encode()
        except UnicodeEncodeError:
            raise BadRequest("wrong_type", field="random", wants="text") from None
        return text

    def options(self) -> Mapping[str, object]:
        value = self.content.get("options", {})
        if not isinstance(value, dict):
            raise BadRequest("wrong_type", field="options", wants="object")
        return value

    def record(self) -> list[str]:
        value = self.field("record")
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            raise BadRequest("wrong_type", field="record", wants="list of texts")
        if len(value) > self.game().bound:
            raise BadRequest("too_many_plies", most=self.game().bound)
        return value


def _games(request: _Request) -> Reply:
    return {
        "games": [
            {
                "name": game.name,
                "seats": game.seats,
                "options": {setting.name: setting.values for setting in game.settings},
                "rules_version": game.rules_version,
                "bound": game.bound,
            }
            for game in request.games.values()
        ]
    }


def _start(request: _Request) -> Reply:
    game = request.game()
    return _state(game, game.start(request.options(), request.number("seats")))


def _moves(request: _Request) -> Reply:
    game, position, seat = request.game(), request.position(), request.seat()
    who = CHANCE if seat is None else seat
    if not position.can_list_moves(who):
        return {"moves": None}
    return {"moves": [game.write_move(move) for move in position.legal_moves(who)]}


def _play(request: _Request) -> Reply:
    """Without a seat it is the table that plays, or chance."""
    game, position, seat, text = request.game(), request.position(), request.seat(), request.text("move")
    table = read_table_ply(text) if seat is None else None
    if table is not None:
        return _state(game, position.play(TABLE, table))
    who = CHANCE if seat is None else seat
    return _state(game, position.play(who, game.read_move(position, who, text)))


def _chance(request: _Request) -> Reply:
    game, position, text = request.game(), request.position(), request.random()
    if not is_chance_next(position):
        raise IllegalMove("no_chance")
    return {"move": game.write_move(position.draw_chance(TextSource(text)))}


def _think(request: _Request) -> Reply:
    game, position, seat = request.game(), request.position(), request.player()
    thought = think(game, position, seat, request.level(), request.random())
    return {
        "move": game.write_move(thought.move),
        "odds": thought.odds,
        "line": thought.line,
        "nodes": thought.nodes,
    }


def _replay(request: _Request) -> Reply:
    game = request.game()
    return _state(game, replay(game, request.options(), request.number("seats"), request.record()))


def _review(request: _Request) -> Reply:
    found = review(
        request.game(), request.options(), request.number("seats"), request.record(), request.level()
    )
    return {
        "odds": [[round(odds, _PLACES) for odds in each] for each in found.odds],
        "luck": [round(luck, _PLACES) for luck in found.luck],
        "skill": [round(skill, _PLACES) for skill in found.skill],
        "accuracy": [None if one is None else round(one, _PLACES) for one in found.accuracy],
        "turning": [
            {"ply": one.ply, "played": one.played, "better": one.better, "gives": round(one.gives, _PLACES)}
            for one in found.turning
        ],
    }


_HANDLERS: Final[Mapping[str, tuple[Callable[[_Request], Reply], tuple[str, ...]]]] = {
    "games": (_games, ()),
    "start": (_start, ("game", "options", "seats")),
    "moves": (_moves, ("game", "position", "seat")),
    "play": (_play, ("game", "position", "seat", "move")),
    "chance": (_chance, ("game", "position", "random")),
    "replay": (_replay, ("game", "options", "seats", "record")),
    "think": (_think, ("game", "position", "seat", "level", "random")),
    "review": (_review, ("game", "options", "seats", "record", "level")),
}
"""Every `do`: who answers it, and the fields it has."""


def _state(game: Game[P], position: P) -> Reply:
    outcome = position.outcome
    return {
        "position": game.write_position(position),
        "to_move": sorted(position.to_move - {CHANCE}),
        "chance": is_chance_next(position),
        "outcome": outcome
        and {"reason": outcome.reason, "winners": outcome.winners, "scores": outcome.scores},
    }
