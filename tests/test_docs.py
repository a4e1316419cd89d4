"""What the documents say is so: files, commands, settings, rights, recipes and pictures."""

from __future__ import annotations

import io
import json
import re
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import fields
from importlib import metadata
from pathlib import Path
from typing import Any

import discord
import pytest
from packaging.requirements import Requirement
from PIL import Image

from bot import __main__ as program
from bot.app import Speltafel, make_bot
from bot.club import lots
from bot.club.club import Club
from bot.database.file import File
from bot.features.archive.record import written
from bot.hosting.environment import Settings
from bot.ui.crowns import RIGHT
from bot.ui.venues import RIGHTS, THREAD_RIGHTS
from bot.words.language import LANGUAGES
from engines import GAMES
from engines.chance import TextSource
from engines.game import Game
from engines.moves import CHANCE
from lessons import LESSONS
from tests.bot.playing import write
from tests.render.conftest import is_alike

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "tests").rglob("*.md")])
README = (ROOT / "README.md").read_text("utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
HOSTING = (ROOT / "docs" / "hosting.md").read_text("utf-8")
FAIR = (ROOT / "docs" / "fair.md").read_text("utf-8")
SCALE = (ROOT / "docs" / "scale.md").read_text("utf-8")


def section(document: str, heading: str) -> str:
    """What stands under a heading, up to the next one."""
    _, _, rest = document.partition(f"\n## {heading}\n")
    assert rest, f"there is no heading {heading!r}"
    return rest.partition("\n## ")[0]


def first_column(table: str) -> list[str]:
    """Without the heading of the table."""
    return [line.split("|")[1].strip() for line in table.splitlines() if line.startswith("| ")][1:]


def anchors(document: Path) -> set[str]:
    """What a link can point to within a document."""
    headings = re.findall(r"^#+ (.+)$", document.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


# Files


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_point_to_what_exists(document: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", document.read_text("utf-8")):
        if target.startswith("https://"):
            continue
        name, _, anchor = target.partition("#")
        path = document.parent / name if name else document
        assert path.exists(), target
        assert not anchor or anchor in anchors(path), target


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_that_are_named_exist(document: Path) -> None:
    """A path in code quotes counts from the root; <game> and <language> stand for any of them, of lessons for
    any that has one.
    """
    for named in re.findall(
        r"`((?:engines|lessons|render|bot|tests|docs|scripts|\.ci)/[^\s`]*)`", document.read_text("utf-8")
    ):
        for game in LESSONS if "lessons/" in named else GAMES:
            path = named.replace("<game>", game).replace("<language>", LANGUAGES[0])
            assert (ROOT / path).exists(), named


def test_the_commands_of_the_readme_can_be_run() -> None:
    run = re.findall(r"^scripts/\w+$", README, re.MULTILINE)
    assert run == ["scripts/sandbox", "scripts/test"]
    for command in [*run, "scripts/check", ".ci/run"]:
        assert (ROOT / command).stat().st_mode & 0o111, f"{command} is not executable"


def test_what_hosts_type_is_what_the_program_hears() -> None:
    """Every line of a recipe."""
    typed = [
        line
        for document in DOCUMENTS
        for line in re.findall(
            r"^[^`\n]*python3? (?:-P )?-m bot\b([^`\n]*)$", document.read_text("utf-8"), re.MULTILINE
        )
    ]
    assert len(typed) > 10
    for asked in typed:
        program._parser().parse_args(asked.split())


def test_every_page_is_reached_from_the_readme() -> None:
    seen, to_read = set[Path](), [ROOT / "README.md"]
    while to_read:
        page = to_read.pop()
        seen.add(page)
        for target in re.findall(r"\]\(([^)#]+)", page.read_text("utf-8")):
            path = (page.parent / target).resolve()
            found = path.glob("*.md") if path.is_dir() else [path]
            to_read += [one for one in found if one.suffix == ".md" and one.exists() and one not in seen]
    assert {path for path in DOCUMENTS if path.is_relative_to(ROOT / "docs")} <= seen


def test_the_ci_runs_the_test_command_of_the_readme_and_then_the_checks() -> None:
    lines = (ROOT / ".ci" / "run").read_text().splitlines()
    assert [line for line in lines if line.startswith("scripts/")] == ["scripts/test", "scripts/check"]


def test_every_room_is_on_the_map() -> None:
    on_the_map = set(re.findall(r"^(\w+)/ ", section(README, "The house"), re.MULTILINE))
    assert on_the_map == {"engines", "lessons", "puzzles", "render", "bot", "tests", "docs", "scripts"}


def test_every_module_of_the_bot_is_on_the_map_in_its_room() -> None:
    """A feature is named as a whole."""
    rooms = dict(re.findall(r"^  (\w+)/ +(.*\n(?:   .*\n)*)", section(README, "The house"), re.MULTILINE))
    for path in (ROOT / "bot").glob("*/*"):
        if path.name.startswith("_") or path.parent.name.startswith("_"):
            continue
        assert path.stem in re.findall(r"\w+", rooms[path.parent.name]), path
    for path in (ROOT / "bot").glob("[a-z]*.py"):
        assert path.stem in re.findall(r"\w+", section(README, "The house")), path


def test_contributing_is_read_in_three_minutes() -> None:
    words_a_minute = 250
    assert len(CONTRIBUTING.split()) <= 3 * words_a_minute


@pytest.mark.parametrize(
    "page", sorted((ROOT / "docs" / "decisions").iterdir()), ids=lambda path: str(path.stem)
)
def test_a_decision_has_its_four_parts_on_one_page(page: Path) -> None:
    text = page.read_text("utf-8")
    assert text.startswith(f"# {int(page.stem[:4])}. ")
    assert re.findall(r"^(?:## (\w+)|(Status): \w+)$", text, re.MULTILINE) == [
        ("", "Status"),
        ("Context", ""),
        ("Decision", ""),
        ("Consequences", ""),
    ]
    assert 20 <= len(text.splitlines()) <= 45


# Games


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_game_has_its_row_its_pages_and_its_picture(game: Game[Any]) -> None:
    rows = [line for line in section(README, "The games").splitlines() if line.startswith("| ")]
    assert any(row.startswith(f"| [{game.title}](docs/rules/{game.name}.md) |") for row in rows)
    assert all(row.endswith("| playable |") for row in rows if "docs/rules/" in row)
    assert (ROOT / "docs" / "rules" / f"{game.name}.md").exists()
    for code in LANGUAGES:
        assert (ROOT / "bot" / "words" / "texts" / "rules" / f"{game.name}.{code}.md").exists()
    assert (ROOT / "docs" / "pictures" / f"{game.name}.txt").exists()


def test_no_game_is_called_playable_that_is_not_there() -> None:
    playable = re.findall(r"^\| \[.+\]\(docs/rules/(\w+)\.md\)", section(README, "The games"), re.MULTILINE)
    assert playable == list(GAMES)
    assert section(README, "The games").count("| playable |") == len(GAMES)


def test_the_pictures_are_those_that_are_drawn_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "scripts")
    from pictures import FOLDER, pictures  # noqa: PLC0415 - a script, not a module of the tree

    drawn = pictures()
    assert {path.name for path in FOLDER.glob("*.png")} == set(drawn)
    for name, file in drawn.items():
        kept = FOLDER / name
        assert is_alike(pixels(io.BytesIO(file)), pixels(kept)), f"{name} is old: python scripts/pictures.py"


def pixels(file: Path | io.BytesIO) -> Image.Image:
    with Image.open(file) as picture:
        return picture.convert("RGB")


# Commands, settings, rights


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Speltafel]:
    file = await File.open(tmp_path / "speltafel.sqlite3")
    yield make_bot(file)
    await file.close()


async def test_the_readme_has_every_command(bot: Speltafel) -> None:
    named = [re.match(r"`/?(\w+)", cell) for cell in first_column(section(README, "On Discord"))]
    assert sorted(match[1] for match in named if match) == sorted(
        command.name for command in bot.tree.get_commands()
    )


def test_the_example_names_every_setting() -> None:
    example = (ROOT / ".env.example").read_text("utf-8")
    read = set(re.findall(r"SPELTAFEL_\w+", (ROOT / "bot" / "hosting" / "environment.py").read_text("utf-8")))
    assert set(re.findall(r"^#?(SPELTAFEL_\w+)=", example, re.MULTILINE)) == read
    assert len(read) == len(fields(Settings))


def test_the_example_shows_the_usual_values() -> None:
    example = (ROOT / ".env.example").read_text("utf-8")
    shown = dict(re.findall(r"^#(SPELTAFEL_\w+)=(.*)$", example, re.MULTILINE))
    assert repr(Settings.read(shown)) == repr(Settings.read({}))


async def test_the_bot_keeps_as_little_of_servers_as_the_page_on_scale_says(bot: Speltafel) -> None:
    assert "one intent (`guilds`), no members kept but itself, no messages kept, no members fetched" in SCALE
    kept = bot._connection
    assert bot.intents == discord.Intents(guilds=True)
    assert kept.member_cache_flags == discord.MemberCacheFlags.none()
    assert kept.max_messages is None
    assert not kept._chunk_guilds


def test_the_page_on_scale_says_for_each_figure_which_part_of_the_bench_prints_it() -> None:
    bench = (ROOT / "tests" / "bench" / "bench_scale.py").read_text("utf-8")
    parts = set(re.findall(r"^    python \S+ (\w+)", bench, re.MULTILINE))
    assert set(re.findall(r"`(?:\.\.\.|python tests/bench/bench_scale\.py) (\w+)", SCALE)) == parts


async def test_the_invitation_asks_for_the_rights_the_bot_uses(bot: Speltafel) -> None:
    used = discord.Permissions(**dict.fromkeys((*RIGHTS, *THREAD_RIGHTS, "read_message_history"), True))
    (asked,) = re.findall(r"permissions=(\d+)", HOSTING)
    assert int(asked) == used.value
    assert str(used.value | discord.Permissions(**{RIGHT: True}).value) in HOSTING, "for champions' roles"
    assert "scope=bot+applications.commands&" in HOSTING
    table = section(HOSTING, "1. The application and its token")
    assert len(first_column(table)) == len([right for right, is_used in used if is_used])
    privileged = discord.Intents(members=True, presences=True, message_content=True)
    assert not bot.intents.value & privileged.value


# The recipe


Recipe = dict[str, Callable[..., Any]]


@pytest.fixture(scope="module")
def recipe() -> Recipe:
    return run(section(FAIR, "The recipe"), imports={"hashlib", "hmac"})


def run(text: str, *, imports: set[str]) -> Recipe:
    """What the one program in a text defines, with nothing but these modules of the standard library."""
    (block,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    names: dict[str, Any] = {}
    exec(block, names)  # noqa: S102 - that it runs is what is tested
    assert set(re.findall(r"^import (\w+)", block, re.MULTILINE)) == imports
    return names


async def test_the_recipe_draws_the_lot_of_a_real_match(recipe: Recipe, tmp_path: Path) -> None:
    file = await File.open(tmp_path / "speltafel.sqlite3")
    try:
        club = Club(file, discord.utils.utcnow)
        lots = set()
        for challenger in range(12):
            challenge = await club.challenges.challenge(
                "knopen", {}, guild=1, channel=2, locale="en", challenger=challenger, opponent=None
            )
            match = await club.challenges.accept(challenge.id, 99)
            secret = match.stored.secret.hex()
            assert match.played[0].who == CHANCE
            assert recipe["seal"](secret) == match.commitment
            (lot,) = recipe["numbers"](secret, [], [2])
            assert match.record[0] == f"lot {lot}"
            lots.add(lot)
        assert lots == {0, 1}
    finally:
        await file.close()


@pytest.mark.parametrize("record", [[], ["lot 0"], ["lot 1", "b9-d9", "hit c5 d7"]], ids=len)
def test_the_recipe_draws_what_the_table_draws(recipe: Recipe, record: list[str]) -> None:
    secret = bytes(range(32))
    source = lots.source(secret, record)
    # Of the last limit nearly half the words are dropped.
    limits = [2, 6, 6, 20, 1000, *[2**63 + 1] * 8]
    assert recipe["numbers"](secret.hex(), record, limits) == [source.below(n) for n in limits]


def test_the_example_of_the_recipe_is_right(recipe: Recipe) -> None:
    (example, lot) = re.findall(r"`(numbers\(.+\) == \[\d\])`.*`lot (\d)`", FAIR)[0]
    assert eval(example, dict(recipe))  # noqa: S307 - that it holds is what is tested
    assert example.endswith(f"[{lot}]")


@pytest.mark.parametrize("game", GAMES)
async def test_the_program_checks_a_match_from_its_file_alone(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = section(FAIR, "From the file alone")
    check = run(text, imports={"hashlib", "hmac", "json", "subprocess", "sys"})["check"]
    monkeypatch.chdir(ROOT)
    file = tmp_path / "match.json"
    file.write_text(await a_finished_match(game, tmp_path), "utf-8")
    assert check(file)
    match = json.loads(file.read_text("utf-8"))
    for changed in (
        match | {"note": match["note"] | {"secret": "00" * 32}},
        match | {"record": [other_chance(match), *match["record"][1:]]},
        match | {"record": [*match["record"], "lot 0"]},
    ):
        file.write_text(json.dumps(changed), "utf-8")
        assert not check(file)


async def a_finished_match(game: str, folder: Path) -> str:
    """Some moves, the first that there are, and then a seat leaves; as the file the bot hands out."""
    file = await File.open(folder / "speltafel.sqlite3")
    try:
        club = Club(file, discord.utils.utcnow)
        challenge = await club.challenges.challenge(
            game, {}, guild=1, channel=2, locale="en", challenger=0, opponent=None
        )
        match = await club.challenges.accept(challenge.id, 1)
        while match.ply < 24 and not match.outcome:
            (seat,) = match.position.to_move
            move = match.game.suggestions(match.position, seat, "")[0]
            match = await write(club.matches, match, seat, move)
        if not match.outcome:
            match = await club.leaving.resign(match.id, 0)
        return written(match)
    finally:
        await file.close()


def other_chance(match: dict[str, Any]) -> str:
    """Something else that chance might have brought first."""
    game = GAMES[match["game"]]
    start = game.start(match["options"], match["seats"])
    drawn = (game.write_move(start.draw_chance(TextSource(text))) for text in "abcdefgh")
    return next(move for move in drawn if move != match["record"][0])


def test_the_recipe_says_what_every_game_asks_for() -> None:
    asked = first_column(section(FAIR, "The recipe"))
    assert [game.title for game in GAMES.values() if game.title not in asked] == []


def test_hosts_install_what_the_tests_run_on() -> None:
    """Also what the libraries need in turn. To take a newer version on purpose, change its line."""
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    written = dict(line.split("==") for line in lines if not line.startswith("#"))
    needed = {_plain(name) for name in _needed("speltafel", "metrics", "postgres")}
    assert written == {name: metadata.version(name) for name in sorted(needed)}


def _needed(package: str, *extras: str) -> Iterator[str]:
    """With all extras: they cost nothing where they are not installed."""
    found, open_ones = set(), [package]
    while open_ones:
        for wanted in metadata.requires(open_ones.pop()) or ():
            requirement = Requirement(wanted)
            name = _plain(requirement.name)
            is_wanted = requirement.marker is None or any(
                requirement.marker.evaluate({"extra": extra}) for extra in ("", *extras)
            )
            if is_wanted and name not in found:
                found.add(name)
                open_ones.append(name)
                yield name


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
