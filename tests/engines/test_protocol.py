"""The line protocol: every line has exactly one answer, whatever the line."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import GAMES, protocol
from engines.knopen import Knopen
from engines.knopen.position import KnopenPosition
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-m", "engines"]
START = {"do": "start", "game": "knopen", "options": {}, "seats": 2}
Json = dict[str, Any]


def ask(**request: object) -> Json:
    return answer_to(json.dumps(request).encode())


def answer_to(line: bytes) -> Json:
    answer: Json = json.loads(json.dumps(protocol.reply_to(line, GAMES)))
    return answer


def answers(said: bytes) -> list[Json]:
    """What a whole conversation with the program brings."""
    done = subprocess.run(PROGRAM, input=said, capture_output=True, check=True, cwd=ROOT, timeout=PATIENCE)
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()]


def reason(answer: Json) -> tuple[str, str]:
    return answer["error"]["code"], answer["error"]["detail"]["reason"]


def start() -> str:
    return str(ask(**START)["position"])


def after(*record: str) -> str:
    return str(ask(do="replay", game="knopen", options={}, seats=2, record=record)["position"])


# What is promised on the page


def dialogue() -> Iterator[tuple[str, Json]]:
    page = (ROOT / "docs" / "protocol.md").read_text()
    block = re.search(r"```dialogue\n(.*?)```", page, re.DOTALL)
    assert block
    lines = block[1].splitlines()
    for request, answer in zip(lines[::2], lines[1::2], strict=True):
        assert (request[:2], answer[:2]) == ("> ", "< ")
        yield request[2:], json.loads(answer[2:])


def test_the_dialogue_of_the_page_goes_as_written() -> None:
    requests, expected = zip(*dialogue(), strict=True)
    assert answers("\n".join(requests).encode()) == list(expected)


def test_the_page_names_every_request_and_every_reason_of_the_protocol() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text()
    source = Path(protocol.__file__).read_text()
    for word in [*protocol._HANDLERS, *re.findall(r'BadRequest\("(\w+)"', source)]:
        assert f"`{word}`" in page


# Answers


def test_games_are_told_with_their_options_and_seats() -> None:
    told = {game["name"]: game for game in ask(do="games")["games"]}
    assert told["knopen"] == {
        "name": "knopen",
        "seats": [2, 2],
        "options": {"target": [10, 9, 8, 7, 6, 5], "hints": ["off", "on"], "first": [None, 0, 1]},
        "rules_version": 1,
        "bound": 8551,
    }
    assert set(told) == set(GAMES)


def test_a_start_waits_for_chance() -> None:
    state = ask(**START)
    assert (state["to_move"], state["chance"], state["outcome"]) == ([], True, None)
    assert ask(do="start", game="knopen", seats=2) == state, "options may be left out"


def test_a_note_may_stand_in_any_request_and_is_not_read() -> None:
    assert ask(**START, note={"match": 3, "secret": "00"}) == ask(**START)
    assert ask(do="games", note=None) == ask(do="games")


def test_moves_are_listed_for_the_seat_and_for_chance() -> None:
    assert ask(do="moves", game="knopen", position=start(), seat=None) == {"moves": ["lot 0", "lot 1"]}
    position = after("lot 1")
    assert len(ask(do="moves", game="knopen", position=position, seat=1)["moves"]) == 86
    assert ask(do="moves", game="knopen", position=position, seat=0) == {"moves": []}
    assert ask(do="moves", game="knopen", position=position, seat=None) == {"moves": []}


class Endless(KnopenPosition):
    """A step with more moves than can be listed."""

    __slots__ = ()

    def can_list_moves(self, seat: int) -> bool:
        return seat != 0


class WithoutList(Knopen):
    def read_position(self, text: str) -> KnopenPosition:
        return Endless() if text == "endless" else super().read_position(text)


def test_moves_are_null_where_they_cannot_be_listed() -> None:
    line = b'{"do":"moves","game":"knopen","position":"endless","seat":0}'
    assert protocol.reply_to(line, {"knopen": WithoutList()}) == {"moves": None}


def test_a_move_is_played_for_a_seat() -> None:
    state = ask(do="play", game="knopen", position=after("lot 0"), seat=0, move="b9-d7")
    assert state == {"position": after("lot 0", "b9-d7"), "to_move": [1], "chance": False, "outcome": None}


def test_without_a_seat_chance_or_the_table_plays() -> None:
    assert ask(do="play", game="knopen", position=start(), seat=None, move="lot 1")["to_move"] == [1]
    left = ask(do="play", game="knopen", position=start(), seat=None, move="leave 0")
    assert left["outcome"] == {"reason": "left", "winners": [1], "scores": [0, 0]}
    position = after("lot 0")
    assert reason(ask(do="play", game="knopen", position=position, seat=None, move="b9-d7")) == (
        "illegal",
        "not_your_turn",
    )
    assert reason(ask(do="play", game="knopen", position=position, seat=0, move="drawn"))[0] == "unreadable"


def test_the_same_words_bring_the_same_lot() -> None:
    lots = {
        word: ask(do="chance", game="knopen", position=start(), random=word)["move"] for word in "abcdefgh"
    }
    assert set(lots.values()) == {"lot 0", "lot 1"}
    for word, lot in lots.items():
        assert ask(do="chance", game="knopen", position=start(), random=word) == {"move": lot}


def test_a_record_is_replayed_to_its_end() -> None:
    state = ask(do="replay", game="knopen", options={"first": 1}, seats=2, record=["lot 1", "b9-d7", "drawn"])
    assert state["outcome"] == {"reason": "agreed", "winners": [], "scores": [0, 0]}


# Refusals


def test_a_bad_line_of_a_record_is_named() -> None:
    answer = ask(do="replay", game="knopen", options={}, seats=2, record=["lot 0", "b9-d7", "b9-d7", "?"])
    assert reason(answer) == ("record", "not_your_stone")
    detail = answer["error"]["detail"]
    assert (detail["ply"], detail["text"], detail["cause"]["code"]) == (2, "b9-d7", "illegal")


def test_the_three_refusals_of_a_move_are_told_apart() -> None:
    def refused(move: str) -> str:
        return reason(ask(do="play", game="knopen", position=after("lot 0"), seat=0, move=move))[0]

    assert [refused("b9-b9"), refused("b9 to d7"), refused("d3")] == ["illegal", "unreadable", "ambiguous"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"", "not_json"),
        (b"\n", "not_json"),
        (b"hello\n", "not_json"),
        (b'{"do":"games"', "not_json"),
        (b'{"do":NaN}', "not_json"),
        (b'{"do":-Infinity}', "not_json"),
        (b"1" * 5000, "not_json"),
        (b"[" * 100_000, "not_json"),
        (b'{"a":' * 100_000, "not_json"),
        (b"\xff\xfe", "not_utf8"),
        (b'{"do":"\xc3"}', "not_utf8"),
        (b"\xef\xbb\xbf{}", "not_json"),
        (b"null", "not_an_object"),
        (b"[]", "not_an_object"),
        (b'"games"', "not_an_object"),
        (b"1e999", "not_an_object"),
        (b"{}", "missing_field"),
        (b'{"do":null}', "wrong_type"),
        (b'{"do":["games"]}', "wrong_type"),
        (b'{"do":"dance"}', "unknown_do"),
        (b'{"do":"__class__"}', "unknown_do"),
        (b'{"do":"games","game":"knopen"}', "unknown_field"),
        (b'{"do":"games","\\ud800":1}', "unknown_field"),
        (b'{"do":"' + b"x" * protocol.LONGEST_LINE, "too_long"),
    ],
)
def test_what_is_no_request_is_refused_as_such(line: bytes, expected: str) -> None:
    assert reason(answer_to(line)) == ("request", expected)


NO_FIELD = object()


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("game", "chess", ("request", "unknown_game")),
        ("game", "x" * 9999, ("request", "unknown_game")),
        ("game", None, ("request", "wrong_type")),
        ("game", {}, ("request", "wrong_type")),
        ("game", NO_FIELD, ("request", "missing_field")),
        ("options", [], ("request", "wrong_type")),
        ("options", None, ("request", "wrong_type")),
        ("options", {"target": 4}, ("unreadable", "setting")),
        ("options", {"target": 10.0}, ("unreadable", "setting")),
        ("options", {"target": True}, ("unreadable", "setting")),
        ("options", {"target": [[[]]]}, ("unreadable", "setting")),
        ("options", {"colour": "red"}, ("unreadable", "setting")),
        ("seats", 3, ("unreadable", "seats")),
        ("seats", -1, ("unreadable", "seats")),
        ("seats", 10**4000, ("unreadable", "seats")),
        ("seats", 2.0, ("request", "wrong_type")),
        ("seats", True, ("request", "wrong_type")),
        ("seats", "2", ("request", "wrong_type")),
        ("seats", NO_FIELD, ("request", "missing_field")),
        ("record", NO_FIELD, ("request", "missing_field")),
        ("record", "lot 0", ("request", "wrong_type")),
        ("record", ["lot 0", 1], ("request", "wrong_type")),
        ("record", ["drawn"] * 8552, ("request", "too_many_plies")),
        ("record", ["x" * 900_000], ("record", "move")),
        ("record", ["\ud800"], ("record", "move")),
        ("seat", 0, ("request", "unknown_field")),
    ],
)
def test_a_wrong_field_is_named_and_refused(field: str, value: object, expected: tuple[str, str]) -> None:
    request: dict[str, object] = {**START, "do": "replay", "record": []}
    request[field] = value
    answer = ask(**{name: content for name, content in request.items() if content is not NO_FIELD})
    assert reason(answer) == expected
    assert len(json.dumps(answer)) < 600, "a refusal repeats only the beginning of what it was given"


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("position", "", ("unreadable", "position")),
        ("position", "\0", ("unreadable", "position")),
        ("position", "10/" * 300_000, ("unreadable", "position")),
        ("position", 1, ("request", "wrong_type")),
        ("seat", 2, ("request", "unknown_seat")),
        ("seat", -1, ("request", "unknown_seat")),
        ("seat", -2, ("request", "unknown_seat")),
        ("seat", False, ("request", "wrong_type")),
        ("seat", "0", ("request", "wrong_type")),
        ("seat", 1, ("illegal", "not_your_turn")),
        ("move", "", ("unreadable", "move")),
        ("move", "leave 9", ("unreadable", "move")),
        ("move", None, ("request", "wrong_type")),
    ],
)
def test_a_wrong_ply_is_refused(field: str, value: object, expected: tuple[str, str]) -> None:
    request: dict[str, object] = {"game": "knopen", "position": after("lot 0"), "seat": 0, "move": "b9-d7"}
    request[field] = value
    assert reason(ask(do="play", **request)) == expected


def test_chance_is_refused_where_it_is_not_next_and_where_its_text_is_none() -> None:
    request = {"do": "chance", "game": "knopen", "random": "x"}
    assert reason(ask(**request, position=after("lot 0"))) == ("illegal", "no_chance")
    assert reason(ask(**request | {"random": "\ud800"}, position=start())) == ("request", "wrong_type")
    assert reason(ask(**request | {"random": 7}, position=start())) == ("request", "wrong_type")


def test_a_thought_is_told_with_its_odds_and_what_it_expects() -> None:
    request = {"do": "think", "game": "knopen", "position": after("lot 0"), "seat": 0, "random": "x"}
    thought = ask(**request, level=3)
    assert set(thought) == {"move", "odds", "line", "nodes"}
    assert thought["line"][0] == thought["move"]
    assert ask(do="play", game="knopen", position=after("lot 0"), seat=0, move=thought["move"])["to_move"]
    assert ask(**request, level=3) == thought


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("level", 0, ("request", "unknown_level")),
        ("level", 6, ("request", "unknown_level")),
        ("level", "3", ("request", "wrong_type")),
        ("level", NO_FIELD, ("request", "missing_field")),
        ("random", "\ud800", ("request", "wrong_type")),
        ("random", NO_FIELD, ("request", "missing_field")),
        ("seat", None, ("request", "wrong_type")),
        ("seat", 2, ("request", "unknown_seat")),
        ("seat", 1, ("illegal", "not_your_turn")),
        ("position", "", ("unreadable", "position")),
        ("game", "chess", ("request", "unknown_game")),
        ("move", "b9-d7", ("request", "unknown_field")),
    ],
)
def test_a_thought_that_cannot_be_asked_for_is_refused(
    field: str, value: object, expected: tuple[str, str]
) -> None:
    request: dict[str, object] = {
        "do": "think",
        "game": "knopen",
        "position": after("lot 0"),
        "seat": 0,
        "level": 1,
        "random": "",
        field: value,
    }
    answer = ask(**{name: content for name, content in request.items() if content is not NO_FIELD})
    assert reason(answer) == expected


def test_nobody_thinks_before_the_lot_or_after_the_end() -> None:
    request = {"do": "think", "game": "knopen", "seat": 0, "level": 1, "random": ""}
    assert reason(ask(**request, position=start())) == ("illegal", "not_your_turn")
    assert reason(ask(**request, position=after("lot 0", "drawn"))) == ("illegal", "over")


# The program


def test_every_line_has_one_answer_and_the_program_lives_on() -> None:
    too_long = b'"' + b"x" * (2 * protocol.LONGEST_LINE + 5) + b'"'
    exact = b'{"do":"games"}'.ljust(protocol.LONGEST_LINE - 1)
    lines = [
        b"",
        too_long,
        b"\xff",
        b"[" * 99_999,
        exact,
        exact + b" ",
        b'{"do":"games"}\r',
        b'{"do":"games"}',
    ]
    told = [
        "games" if "games" in answer else answer["error"]["detail"]["reason"]
        for answer in answers(b"\n".join(lines))
    ]
    assert told == [
        "not_json", "too_long", "not_utf8", "not_json", "games", "too_long", "games", "games",
    ]  # fmt: skip


def test_no_input_is_no_answer() -> None:
    assert answers(b"") == []


def say(program: subprocess.Popen[bytes], line: bytes) -> Json:
    assert program.stdin
    assert program.stdout
    program.stdin.write(line + b"\n")
    program.stdin.flush()
    answer: Json = json.loads(program.stdout.readline())
    return answer


def test_each_line_is_answered_before_the_next_is_sent() -> None:
    with subprocess.Popen(PROGRAM, stdin=-1, stdout=-1, cwd=ROOT) as program:
        assert say(program, b"?")["error"]["code"] == "request"
        assert say(program, json.dumps(START).encode())["chance"] is True
        _close(program.stdin)
        assert program.wait(10) == 0


def _close(stream: IO[bytes] | None) -> None:
    assert stream
    stream.close()


def test_a_listener_who_goes_away_ends_it_without_a_complaint() -> None:
    with subprocess.Popen(PROGRAM, stdin=-1, stdout=-1, stderr=-1, cwd=ROOT) as program:
        say(program, b"?")
        _close(program.stdout)
        _, complaint = program.communicate(b'{"do":"games"}\n' * 2, timeout=PATIENCE)
        assert (program.returncode, complaint) == (0, b"")


@pytest.mark.parametrize("closed", [">&-", "<&-"])
def test_it_ends_quietly_when_there_is_nobody_to_talk_to(closed: str) -> None:
    command = ["sh", "-c", f'"$0" -m engines {closed}', sys.executable]
    done = subprocess.run(command, input=b"", stderr=-1, cwd=ROOT, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (1, b"")


def test_a_fault_of_ours_is_told_and_the_program_lives_on() -> None:
    program = (
        "import sys, engines, engines.__main__ as main\n"
        "engines.GAMES['knopen'].start = lambda *_: 1 / 0\n"
        "sys.exit(main.main())"
    )
    said = json.dumps(START).encode() + b'\n{"do":"games"}\n'
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=said,
        capture_output=True,
        cwd=ROOT,
        timeout=PATIENCE,
        check=True,
    )
    first, second = map(json.loads, done.stdout.splitlines())
    assert first == {"error": {"code": "internal", "detail": {}}}
    assert "games" in second
    assert b"ZeroDivisionError" in done.stderr


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)
FIELDS = ("do", "game", "options", "seats", "seat", "position", "move", "random", "record", "level")
PLAUSIBLE = st.sampled_from(
    [
        *protocol._HANDLERS,
        "knopen",
        {"target": 8},
        {"first": 0},
        0,
        1,
        2,
        None,
        "lot 0",
        "b9-d7",
        ["lot 0"],
        start(),
    ]
)


@settings(max_examples=300)
@given(st.dictionaries(st.sampled_from(FIELDS), PLAUSIBLE | ANYTHING))
def test_no_object_brings_anything_but_an_answer(request: Json) -> None:
    answer = ask(**request)
    if "error" in answer:
        assert answer["error"]["code"] in {"request", "unreadable", "illegal", "ambiguous", "record"}
        assert isinstance(answer["error"]["detail"]["reason"], str)
    else:
        assert set(answer) in (
            {"games"},
            {"moves"},
            {"move"},
            {"move", "odds", "line", "nodes"},
            {"position", "to_move", "chance", "outcome"},
        )


@given(st.binary())
def test_no_bytes_bring_anything_but_an_answer(line: bytes) -> None:
    assert "error" in answer_to(line)
