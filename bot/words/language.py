"""Every sentence people read, by language: one file each in texts/. Knows no game by name."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Final

from bot.club import computers
from bot.club.refused import Refused
from engines import GAMES
from engines.codes import Note, Value
from lessons import LESSONS

LANGUAGES: Final = ("en", "nl")
"""The first one is for everybody whose language is not here."""
_MEMBERS: Final = frozenset({"challenger", "host", "opponent", "who"})
"""The values of a refusal that are members."""


@dataclass(frozen=True, slots=True)
class Language:
    code: str
    sentences: Mapping[str, str]
    posts: Language | None = None
    """What everybody reads where this is read, if that is another language: public buttons speak it."""

    def beside(self, posts: Language) -> Language:
        """The same words, for a reader who sees posts in another language."""
        return replace(self, posts=posts)

    def say(self, key: str, **values: Value) -> str:
        """The sentence of a key. With a `count`, the forms `.one` and `.other` are looked for as well."""
        template = self.sentences.get(key)
        if template is None:
            form = "one" if values.get("count") == 1 else "other"
            template = self.sentences[f"{key}.{form}"]
        written = {name: self.written(value) for name, value in values.items()}
        return template.format_map({**self._buttons(), **written})

    def _buttons(self) -> dict[str, Button]:
        """As a sentence names them: `{public:move}` under a post, `{private:resume}` in a private answer."""
        return {"public": Button(self.posts or self), "private": Button(self)}

    def has(self, key: str) -> bool:
        return key in self.sentences or f"{key}.other" in self.sentences

    def written(self, value: Value) -> str:
        return self.listing(value) if isinstance(value, tuple) else str(value)

    def listing(self, parts: Iterable[str]) -> str:
        """a - a and b - a, b and c"""
        parts = list(parts)
        if len(parts) < 2:
            return "".join(parts)
        return self.sentences["listing"].format(start=", ".join(parts[:-1]), end=parts[-1])

    def clauses(self, parts: Iterable[str]) -> str:
        """As above, of what could stand as a sentence: a, and b"""
        *start, end = parts or ("",)
        return self.sentences["clauses"].format(start=", ".join(start), end=end) if start else end

    # What belongs to a game: its own table in the file, `games.<game>`

    def of_game(self, game: str, key: str, **values: Value) -> str:
        """In the game's own words or, where it has none, in those of all games.

        Codes among the values become words: the kind of a piece, the name of a setting.
        """
        named = {name: self._named(game, name, value) for name, value in values.items()}
        return self.say(self._nearest(game, key), title=GAMES[game].title, **named)

    def has_of_game(self, game: str, key: str) -> bool:
        return self.has(self._nearest(game, key))

    def _nearest(self, game: str, key: str) -> str:
        own = f"games.{game}.{key}"
        return own if self.has(own) else key

    def side(self, game: str, code: str) -> str:
        return self.of_game(game, f"sides.{code}") if code else ""

    def option(self, game: str, name: str, value: str) -> str:
        """How an unusual setting is said: by the words for its value, or those for all; empty without any."""
        key = f"settings.{name}"
        keys = [key for key in (f"{key}.{value}", key) if self.has(f"games.{game}.{key}")]
        return self.of_game(game, keys[0], value=value) if keys else ""

    def refusal(self, code: str, values: Mapping[str, Value]) -> str:
        """Why the table will not. Rights are named as in Discord, members by their numbers."""
        named = dict(values)
        rights = values.get("rights")
        if isinstance(rights, tuple):
            named["rights"] = tuple(self.say(f"rights.{right}") for right in rights)
        for role in _MEMBERS & values.keys():
            named[role] = self.mention(int(str(values[role])))
        return self.say(f"refusals.{code}", **named)

    def mention(self, member: int) -> str:
        """How a member is named in what people read; one who was forgotten has a number below zero."""
        if computers.is_computer(member):
            level = computers.level_of(member)
            return self.say("computer.named", name=self.computer(member), level=level)
        return f"<@{member}>" if member > 0 else self.say("former_member")

    def begun(self, said: str) -> str:
        """With a capital where a sentence begins with a former member."""
        former = self.sentences["former_member"]
        begins = rf"(?:^|\n|[.!?] )[^\w\n]*{re.escape(former)}"
        capital = former[:1].upper() + former[1:]
        return re.sub(begins, lambda found: found.group().removesuffix(former) + capital, said)

    def plainly(self, number: int) -> str:
        """A computer as it is named where nothing can be bold: `Mina (level 3)`."""
        return self.say("computer.plainly", name=self.computer(number), level=computers.level_of(number))

    def computer(self, number: int) -> str:
        """What a computer is called, without a word of how strong it plays."""
        name = self.say(f"computer.name.{computers.level_of(number)}")
        which = computers.which_of(number)
        return f"{name} {which + 1}" if which else name

    def mentions(self, members: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.mention(member) for member in members)

    def game_refusal(self, game: str, kind: str, code: str, values: Mapping[str, Value]) -> str:
        """Why the rules will not: in the game's own sentence, or the one that all games share."""
        values = {name: self._named(game, name, value) for name, value in values.items()}
        keys = (
            f"games.{game}.refusals.{code}",
            f"refusals.{kind}_{code}",
            f"refusals.{code}",
            f"refusals.{kind}",
        )
        return self.say(next(key for key in keys if self.has(key)), **values)

    def _named(self, game: str, name: str, value: Value) -> Value:
        """A `kind` is looked for among the game's `kinds`, and so on; a `name` is that of a setting."""
        if isinstance(value, tuple):
            return tuple(str(self._named(game, name, part)) for part in value)
        key = f"commands.{value}.name" if name == "name" else f"{name}s.{value}"
        return self.say(f"games.{game}.{key}") if self.has(f"games.{game}.{key}") else value

    def notes(self, game: str, kind: str, notes: Iterable[Note]) -> list[str]:
        """The notes that this kind of text (`told`, `hints`, `summary`) has words for."""
        return [
            self.of_game(game, f"{kind}.{note.code}", **note.values)
            for note in notes
            if self.has(f"games.{game}.{kind}.{note.code}")
        ]

    def aim(self, game: str, options: Mapping[str, object]) -> str:
        """What one plays for, in a line: it may hang on what was chosen, and so may its numbers."""
        chosen = {name: value for name, value in options.items() if isinstance(value, int)}
        numbers = {**GAMES[game].numbers, **chosen}
        keys = (f"games.{game}.aims.{name}.{value}" for name, value in options.items())
        template = next((self.sentences[key] for key in keys if key in self.sentences), None)
        template = template or self.sentences[f"games.{game}.aim"]
        return self.say("aim", aim=template.format_map({n: PageNumber(v, self) for n, v in numbers.items()}))

    def pages(self, game: str) -> tuple[Page, ...]:
        """The rules page of a game, cut at its headings, with the game's own numbers filled in."""
        numbers = {name: PageNumber(number, self) for name, number in GAMES[game].numbers.items()}
        values = {**self._buttons(), **numbers}
        return tuple(_page(part.format_map(values)) for part in page_templates(game, self.code))


@dataclass(frozen=True, slots=True)
class Button:
    """In a sentence `{public:move}` is the label of [Move] under a board; one of another table has its whole
    key.
    """

    words: Language

    def __format__(self, spec: str) -> str:
        key = f"buttons.{spec}"
        return f"**{self.words.say(key if self.words.has(key) else spec)}**"


@dataclass(frozen=True, slots=True)
class PageNumber:
    """On a page `{target}` is 10, `{target:word}` ten, `{target:Word}` Ten; 35 has no word and stays 35."""

    number: int
    words: Language

    def __format__(self, spec: str) -> str:
        if spec not in ("word", "Word"):
            return format(self.number, spec)
        key = f"numbers.{self.number}"
        word = self.words.say(key) if self.words.has(key) else str(self.number)
        return word.capitalize() if spec == "Word" else word


@dataclass(frozen=True, slots=True)
class Figure:
    """A position to be drawn beside the text; with a partial, what may be chosen next is numbered on it."""

    position: str
    partial: tuple[str, ...] | None = None
    marked: tuple[tuple[str, ...], ...] = ()
    """Places that the text tells of, numbered from 1; those with one number lie together."""
    ways: tuple[tuple[str, str, str], ...] = ()
    """And ways: the kind of each, and from where to where it leads."""
    around: tuple[str, ...] = ()
    """What it is about, where nothing is marked or chosen: only that part of the board is shown."""


@dataclass(frozen=True, slots=True)
class Page:
    title: str
    text: str
    figure: Figure | None
    topics: tuple[str, ...] = ()
    """The questions of a turn which it answers."""
    lesson: str = ""
    """The task of a lesson that shows what it says; empty where none does."""


_FIGURE: Final = "figure: "
"""A line of a rules page: a written position and, after a bar, the keys of a partial; or after a cross what
is marked on it: `G1 cg,h2 red:i9-i6` are two numbers, of which the second lies on two places, and a way. Or
after an at sign the places that it is about, where nothing is to be marked.
"""
_TOPICS: Final = "topics: "
"""A line of a rules page: the codes of the questions that engines ask."""
_LESSON: Final = "lesson: "
"""A line of a rules page: the name of a task."""


@cache
def page_templates(game: str, code: str) -> tuple[str, ...]:
    """The pages as they are written, with names for the game's numbers."""
    text = (files("bot.words") / "texts" / "rules" / f"{game}.{code}.md").read_text("utf-8")
    return tuple(text.split("\n## ")[1:])


def _page(part: str) -> Page:
    title, _, rest = part.partition("\n")
    lines = rest.strip().splitlines()
    figures = [_figure(line.removeprefix(_FIGURE)) for line in lines if line.startswith(_FIGURE)]
    topics = [line.removeprefix(_TOPICS) for line in lines if line.startswith(_TOPICS)]
    tasks = [line.removeprefix(_LESSON) for line in lines if line.startswith(_LESSON)]
    text = "\n".join(line for line in lines if not line.startswith((_FIGURE, _TOPICS, _LESSON))).strip()
    figure = figures[0] if figures else None
    return Page(title.strip(), text, figure, tuple(" ".join(topics).split()), "".join(tasks))


def _figure(line: str) -> Figure:
    position, cross, marks = line.partition(" # ")
    if cross:
        marked = tuple(tuple(mark.split(",")) for mark in marks.split() if ":" not in mark)
        return Figure(position.strip(), None, marked, tuple(map(_way, filter(_WAY.fullmatch, marks.split()))))
    position, at, names = line.partition(" @ ")
    if at:
        return Figure(position.strip(), around=tuple(names.split()))
    position, bar, keys = line.partition("|")
    return Figure(position.strip(), tuple(keys.split()) if bar else None)


_WAY: Final = re.compile(r"(\w+):(\w+)-(\w+)")


def _way(written: str) -> tuple[str, str, str]:
    kind, _, ends = written.partition(":")
    source, _, target = ends.partition("-")
    return kind, source, target


def shortened(text: str, longest: int) -> str:
    """At most so many characters, the last of them an ellipsis where something was left out."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def language(locale: str) -> Language:
    """`nl`, `en-GB`, `pt-BR`: ours if we have it, else English."""
    code = locale.split("-", maxsplit=1)[0].lower()
    return _load(code if code in LANGUAGES else LANGUAGES[0])


def for_hosts(error: Exception) -> Exception | str:
    """What is refused is told to whoever hosts the bot as it is told to members."""
    if isinstance(error, Refused):
        return language(LANGUAGES[0]).refusal(error.code, error.values)
    return error


@cache
def _load(code: str) -> Language:
    texts = files("bot.words") / "texts"
    table = tomllib.loads((texts / f"{code}.toml").read_text("utf-8"))
    taught = {
        game: tomllib.loads((texts / "lessons" / f"{game}.{code}.toml").read_text("utf-8"))
        for game in LESSONS
    }
    return Language(code, dict(_flat({**table, "lessons": {**table["lessons"], **taught}})))


def _flat(table: Mapping[str, object], path: str = "") -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        key = f"{path}{name}"
        if isinstance(value, dict):
            yield from _flat(value, f"{key}.")
        else:
            yield key, str(value)
