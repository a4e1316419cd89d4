"""Chance from a text: known, fair, and the same for everybody who recomputes it."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.chance import TextSource

UTF8_TEXT = st.text(st.characters(codec="utf-8"))


def drawn(text: str, n: int, times: int) -> list[int]:
    source = TextSource(text)
    return [source.below(n) for _ in range(times)]


def recomputed(text: str, n: int, times: int) -> list[int]:
    """The recipe of docs/protocol.md, written again."""
    digests = (hashlib.sha256(f"{text}/{count}".encode()).hexdigest() for count in range(10**6))
    words = (int(digest[:16], 16) for digest in digests)
    fair = (word % n for word in words if word < 2**64 // n * n)
    return [next(fair) for _ in range(times)]


def test_known_texts_bring_known_numbers() -> None:
    assert drawn("", 6, 10) == [5, 5, 0, 0, 4, 4, 4, 3, 1, 5]
    assert drawn("a match, and its record", 2, 10) == [0, 0, 0, 0, 0, 0, 1, 0, 1, 1]


@given(UTF8_TEXT, st.integers(1, 2**64))
def test_anybody_can_recompute_what_chance_brought(text: str, n: int) -> None:
    assert drawn(text, n, 5) == recomputed(text, n, 5)


@given(UTF8_TEXT, st.integers(1, 2**64))
def test_numbers_are_below_what_was_asked_and_the_same_every_time(text: str, n: int) -> None:
    numbers = drawn(text, n, 5)
    assert all(0 <= number < n for number in numbers)
    assert numbers == drawn(text, n, 5)


def test_words_too_high_to_be_fair_are_skipped() -> None:
    """With n just over half of all words, nearly every other word must go, and none may wrap around."""
    n = 2**63 + 1
    words = drawn("skip", 2**64, 60)
    assert any(word >= n for word in words)
    assert drawn("skip", n, 20) == [word for word in words if word < n][:20]


@pytest.mark.parametrize("n", [2, 3, 6, 7, 36])
def test_all_numbers_are_equally_likely(n: int) -> None:
    """Chi-squared, with a bar that an honest source misses less than once in a million texts."""
    times = 6000
    counts = Counter(drawn(f"uniform {n}", n, times))
    expected = times / n
    deviation = sum((counts[number] - expected) ** 2 / expected for number in range(n))
    assert deviation < n + 6 * (2 * n) ** 0.5 + 20


def test_neighbouring_texts_bring_unrelated_numbers() -> None:
    firsts = Counter(TextSource(f"match {number}").below(2) for number in range(2000))
    assert 850 < firsts[0] < 1150


@pytest.mark.parametrize("n", [0, -1, 2**64 + 1])
def test_what_cannot_be_answered_fairly_is_refused_at_once(n: int) -> None:
    with pytest.raises(ValueError, match=str(n)):
        TextSource("").below(n)
