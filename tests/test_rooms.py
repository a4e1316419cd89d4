"""The walls of the house: which room may know which, read from the imports of every module.

engines <- render <- bot.ui.pictures <- bot.ui.posts <- bot.features <- bot.app <- bot.__main__;
engines <- bot.club -> bot.database, which knows values of the club; engines <- bot.words <- bot.ui;
engines <- lessons <- bot.club, bot.words; engines <- puzzles <- bot.club.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

from engines import GAMES

ROOT = Path(__file__).parents[1]
ROOMS = ("engines", "lessons", "puzzles", "render", "bot")
KNOW_NO_DISCORD = ("bot.club", "bot.database", "bot.words")
"""What is played, how it lies in the file, and what is said of it."""
DRIVERS = {"aiosqlite", "asyncpg", "sqlite3"}
SQL = re.compile(
    r"\b(SELECT .+ FROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM|CREATE TABLE|PRAGMA)\b", re.DOTALL
)
VALUES = {
    f"bot.club.{name}"
    for name in (
        "stored",
        "challenge",
        "tallies",
        "wishes",
        "acts",
        "whereabouts",
        "standings",
        "podiums",
        "deadlines",
        "refused",
        "ratings",
        "book",
        "computers",
        "days",
    )
}
"""What the club and the file tell each other in."""
SAVES = {
    "matches": "Matches",
    "challenges": "Challenges",
    "lobbies": "Lobbies",
    "rematches": "Rematches",
    "solo": "Solo",
    "offers": "Offers",
    "leaving": "Leaving",
    "waiting": "Waiting",
    "departures": "Departures",
    "rulings": "Rulings",
    "bars": "Bars",
    "coach": "Coach",
}
"""The rooms of the club that save what others are to see, and their classes."""
SEEN_BY_NOBODY = {
    *(
        "load",
        "find",
        "visit",
        "open",
        "is_known_to_be_of",
        "load_all",
        "running",
        "running_at",
        "newest_at",
        "begun_by",
    ),
    *("turn_board", "export", "forget_server"),
    *("finished", "among", "listed", "check", "lift"),
    *("load_of_host", "load_open", "check_room", "note_gone", "with_somebody_gone"),
}
"""What these do that is nobody else's business: they look, or concern their reader alone."""
SHOWS = {"bot.ui.pictures", "bot.sandbox"}
"""Who may ask for pictures."""


@dataclass(frozen=True)
class Module:
    name: str
    path: Path

    @property
    def is_package(self) -> bool:
        return self.path.name == "__init__.py"

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.path.read_text(), self.path)

    @cached_property
    def imports(self) -> frozenset[str]:
        """The modules that it imports anywhere, also inside a function or for types only."""
        return frozenset(_imported(self, ast.walk(self.tree)))

    @cached_property
    def imports_at_load(self) -> frozenset[str]:
        return frozenset(_imported(self, _run_at_load(self.tree)))

    def belongs_to(self, game: str) -> bool:
        return game in self.name.split(".")


def _modules() -> dict[str, Module]:
    found = {}
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = Module(name, path)
    return found


MODULES = _modules()


def _imported(module: Module, nodes: Iterator[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = _source(module, node)
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                yield inner if inner in MODULES else source


def _source(module: Module, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    package = module.name.split(".")
    package = package[: len(package) - node.level + module.is_package]
    return ".".join([*package, *([node.module] if node.module else [])])


def _run_at_load(node: ast.AST) -> Iterator[ast.AST]:
    """What runs when a module is loaded: not the bodies of functions, nor what is there for types only."""
    for child in ast.iter_child_nodes(node):
        is_for_types = isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING")
        if not is_for_types and not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield child
            yield from _run_at_load(child)


def room(name: str) -> str:
    return name.partition(".")[0]


def in_room(*rooms: str) -> list[Module]:
    return [module for module in MODULES.values() if room(module.name) in rooms]


def strangers(module: Module, *, allowed: set[str]) -> set[str]:
    return {name for name in module.imports if room(name) not in sys.stdlib_module_names | allowed}


def reached(name: str) -> set[str]:
    """All that is imported by a module, by what it imports, and so on."""
    found, edge = {name}, {name}
    while edge:
        edge = {target for each in edge if each in MODULES for target in MODULES[each].imports} - found
        found |= edge
    return found


def inside(room: str) -> list[Module]:
    return [module for module in MODULES.values() if module.name.startswith(f"{room}.")]


def features() -> dict[str, list[Module]]:
    """The folders of bot/features: one feature each."""
    folders: dict[str, list[Module]] = {}
    for module in inside("bot.features"):
        folders.setdefault(module.name.split(".")[2], []).append(module)
    return folders


def imports_it(module: Module, name: str) -> bool:
    return any(target == name or target.startswith(f"{name}.") for target in module.imports)


def test_every_room_is_looked_at() -> None:
    assert {room(name) for name in MODULES} == set(ROOMS)
    assert MODULES["engines.knopen.position"].imports >= {
        "engines.game",
        "engines.knopen.composing",
        "typing",
    }


@pytest.mark.parametrize("module", in_room("engines"), ids=lambda module: module.name)
def test_the_engines_know_only_the_standard_library(module: Module) -> None:
    assert strangers(module, allowed={"engines"}) == set()


def test_rules_can_be_tested_before_they_have_a_picture() -> None:
    """Their tests know the engines only, and so does what they have of other tests."""
    found: set[str] = set()
    edge = {f"tests.engines.{path.stem}" for path in (ROOT / "tests" / "engines").glob("*.py")}
    while edge:
        found |= edge
        tests = [
            Module(name, ROOT / f"{name.replace('.', '/')}.py") for name in edge if room(name) == "tests"
        ]
        edge = {target for test in tests if test.path.exists() for target in test.imports} - found
    assert {room(name) for name in found} & set(ROOMS) == {"engines"}


@pytest.mark.parametrize("module", in_room("engines"), ids=lambda module: module.name)
def test_the_engines_have_no_clock_no_chance_and_no_log(module: Module) -> None:
    assert module.imports.isdisjoint(
        {"time", "datetime", "random", "secrets", "logging", "sqlite3", "asyncio"}
    )


@pytest.mark.parametrize("module", in_room("lessons"), ids=lambda module: module.name)
def test_lessons_know_only_the_engines(module: Module) -> None:
    assert strangers(module, allowed={"engines", "lessons"}) == set()


@pytest.mark.parametrize("module", in_room("puzzles"), ids=lambda module: module.name)
def test_puzzles_know_only_the_engines(module: Module) -> None:
    assert strangers(module, allowed={"engines", "puzzles"}) == set()


@pytest.mark.parametrize("module", in_room("render"), ids=lambda module: module.name)
def test_pictures_know_only_the_engines_and_pillow(module: Module) -> None:
    assert strangers(module, allowed={"engines", "render", "PIL"}) == set()


@pytest.mark.parametrize(
    "module", [module for room in KNOW_NO_DISCORD for module in inside(room)], ids=lambda module: module.name
)
def test_club_database_and_words_know_neither_discord_nor_pictures(module: Module) -> None:
    """Only the names of commands are said in a way that discord.py asks for."""
    rooms = {room(target) for target in reached(module.name)}
    allowed = {"discord"} if module.name == "bot.words.command_names" else set()
    assert rooms.isdisjoint({"discord", "render", "PIL", "simcord"} - allowed)


@pytest.mark.parametrize("module", in_room("bot"), ids=lambda module: module.name)
def test_only_one_asks_for_pictures(module: Module) -> None:
    assert module.name in SHOWS or not imports_it(module, "render")


@pytest.mark.parametrize("feature", features())
def test_features_know_neither_each_other_nor_the_database(feature: str) -> None:
    forbidden = {f"bot.features.{other}" for other in features() if other != feature} | {"bot.database"}
    known = {
        (module.name, name)
        for module in features()[feature]
        for name in forbidden
        if imports_it(module, name)
    }
    assert known == set()


@pytest.mark.parametrize("module", in_room("bot"), ids=lambda module: module.name)
def test_all_sql_is_in_the_database(module: Module) -> None:
    if module.name.startswith("bot.database"):
        return
    texts = [node.value for node in ast.walk(module.tree) if isinstance(node, ast.Constant)]
    assert [text for text in texts if isinstance(text, str) and SQL.search(text)] == []
    assert module.imports.isdisjoint(DRIVERS)


@pytest.mark.parametrize("module", in_room("bot"), ids=lambda module: module.name)
def test_one_door_knows_which_drivers_there_are(module: Module) -> None:
    """Whatever else has to do with the file does the same for all of them."""
    if module.name.startswith(("bot.database.sqlite", "bot.database.postgres.")):
        return
    assert module.imports.isdisjoint(DRIVERS)
    tells = [node for node in ast.walk(module.tree) if isinstance(node, ast.Name) and node.id == "Server"]
    assert not tells or module.name in {"bot.database.file", "bot.database.where"}


@pytest.mark.parametrize("module", inside("bot.database"), ids=lambda module: module.name)
def test_of_the_club_the_database_knows_only_values(module: Module) -> None:
    assert {name for name in module.imports if name.startswith("bot.") and "database" not in name} <= VALUES


def saving() -> set[str]:
    """What the rooms of the club do that others are to see."""
    return {
        method.name
        for room, name in SAVES.items()
        for house in ast.walk(MODULES[f"bot.club.{room}"].tree)
        if isinstance(house, ast.ClassDef) and house.name == name
        for method in house.body
        if isinstance(method, ast.AsyncFunctionDef) and not method.name.startswith("_")
    } - SEEN_BY_NOBODY


@pytest.mark.parametrize("module", inside("bot.features"), ids=lambda module: module.name)
def test_what_features_save_is_shown(module: Module) -> None:
    """They hand it to `save_and_show`, which awaits it; awaited by themselves it would be seen by nobody."""
    awaited = {
        ast.unparse(node.value.func)
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Await) and isinstance(node.value, ast.Call)
    }
    assert saving() >= {"play", "resign", "accept", "join", "offer", "resume", "forget_member"}
    assert [name for name in awaited if _is_of(name, SAVES) and name.split(".")[-1] in saving()] == []
    assert {name for name in awaited if _is_of(name, {"posts"})} <= {"table.posts.boards.show_again"}


def _is_of(name: str, rooms: Iterable[str]) -> bool:
    return not set(name.split(".")[:-1]).isdisjoint(rooms)


@pytest.mark.parametrize("module", in_room("bot"), ids=lambda module: module.name)
def test_only_the_app_brings_the_features_in(module: Module) -> None:
    if module.name in {"bot.app", "bot.__main__"} or module.name.startswith("bot.features."):
        return
    assert not imports_it(module, "bot.features")


@pytest.mark.parametrize("module", in_room("bot"), ids=lambda module: module.name)
def test_only_the_sandbox_knows_simulated_discord(module: Module) -> None:
    assert module.name.startswith("bot.sandbox") or not imports_it(module, "simcord")


@pytest.mark.parametrize("module", in_room(*ROOMS), ids=lambda module: module.name)
def test_no_module_names_a_game_that_is_not_its_own(module: Module) -> None:
    """The registers do, in their one line a game: the engines' by an import, the pictures' by name."""
    others = [game for game in GAMES if not module.belongs_to(game)]
    if module.name != "render":
        literals = {node.value for node in ast.walk(module.tree) if isinstance(node, ast.Constant)}
        assert literals.isdisjoint(others)
    if module.name not in {"engines", "render"}:
        assert not any(game in name.split(".") for game in others for name in module.imports)


def test_a_member_is_named_in_one_place() -> None:
    """Elsewhere one who was forgotten would be called by a number below zero."""
    namers = {
        module.name
        for module in in_room("bot")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.JoinedStr) and re.search("<@[^&]", ast.unparse(node))
    }
    assert namers == {"bot.words.language"}


def test_the_register_of_pictures_compares_no_names() -> None:
    compared = [
        node for node in ast.walk(MODULES["render"].tree) if isinstance(node, ast.Compare | ast.MatchValue)
    ]
    names = {inner.value for node in compared for inner in ast.walk(node) if isinstance(inner, ast.Constant)}
    assert names.isdisjoint(GAMES)


@pytest.mark.parametrize("module", in_room("engines"), ids=lambda module: module.name)
def test_no_engine_imports_in_a_circle_nor_for_types_only(module: Module) -> None:
    assert not any(module.name in reached(name) for name in module.imports - {module.name})
    assert "TYPE_CHECKING" not in module.path.read_text()


def test_no_module_is_loaded_in_a_circle() -> None:
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        assert name not in path, " -> ".join([*path, name])
        if name in MODULES and name not in done:
            for target in sorted(MODULES[name].imports_at_load):
                visit(target, (*path, name))
            done.add(name)

    for name in MODULES:
        visit(name, ())
