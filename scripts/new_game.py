"""Lays out a new game: `scripts/new_game NAME [TITLE]`.

The files of scripts/skeleton are a small game that keeps every law. They are copied with the new name in
place of `skeleton`; registers, languages, README and docs/fair.md get their lines; the palette is baked, and
the pictures are drawn. What is to be done then is said at the end.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
SKELETON: Final = Path(__file__).with_name("skeleton")
NAME: Final = re.compile("[a-z]{2,20}")
RENEW: Final = ("-m", "pytest", "-q", "--renew-golden")


def main(arguments: list[str]) -> None:
    if not 1 <= len(arguments) <= 2 or not NAME.fullmatch(arguments[0]):
        sys.exit("scripts/new_game NAME [TITLE]: the name is one word of 2 to 20 small letters, a to z.")
    name, title = arguments[0], arguments[-1] if len(arguments) == 2 else arguments[0].capitalize()
    if name == SKELETON.name or (ROOT / "engines" / name).exists():
        sys.exit(f"There is something called {name} already: choose another name.")
    made, changed = list(_copied(name, title)), list(_registered(name, title))
    _tidy([*made, *changed])
    _draw(name)
    print(f"{title} plays: {len(made)} files were made, {len(changed)} got its lines ({', '.join(changed)}).")
    print(NEXT.format(name=name))


NEXT: Final = """\
Try it: scripts/sandbox, and /play {name}. Then put your rules in, keeping `scripts/test -k {name}` green:
 1. docs/rules/{name}.md: source, rules, every ruling with its reason, notation, bound.
 2. engines/{name}/: moves, state (what may be done), position (what becomes of it), composing (what is said),
    notation. In tests/engines: test_{name}.py, each sentence of the rules; perft/{name}.txt.
 3. bot/words/texts/: the tables [games.{name}] and the pages rules/{name}.<language>.md, in every language.
 4. render/{name}/: art, painting, text; after a change of colours python -m render.assets.bake {name}.
    In tests/render: {name}_scenes.py, and {name}_match.txt, a match to its end, which many tests read: write
    it anew as soon as the engine plays. Then scripts/test tests/render -k {name} --renew-golden, and a look
    at each picture in golden/.
 5. docs/pictures/{name}.txt, then python scripts/pictures.py; the rows of README.md and docs/fair.md.
 6. If you like, a lesson: lessons/{name}.toml, bot/words/texts/lessons/{name}.<language>.toml, and in plain
    code what each asks, tests/lessons/{name}_goals.py. Puzzles: python scripts/make_puzzles.py {name}."""


def _named(text: str, name: str, title: str) -> str:
    """Code is called by the name, people read the title."""
    text = text.replace('"Skeleton"', f'"{title}"')  # before the next: a title in the code
    text = re.sub(r"(?<=class )Skeleton|(?<=import )Skeleton|\bSkeleton(?=[A-Z(])", name.capitalize(), text)
    return text.replace("Skeleton", title).replace("skeleton", name)


def _copied(name: str, title: str) -> Iterator[str]:
    for source in sorted(SKELETON.rglob("*")):
        if not source.is_file() or "__pycache__" in source.parts:
            continue
        inside = str(source.relative_to(SKELETON))
        target, text = ROOT / inside.replace("skeleton", name), _named(source.read_text("utf-8"), name, title)
        if inside.endswith(".toml"):  # behind the tables of the other games
            text = target.read_text("utf-8") + text
        else:
            target.parent.mkdir(exist_ok=True)
            yield str(target.relative_to(ROOT))
        target.write_text(text, "utf-8")


def _registered(name: str, title: str) -> Iterator[str]:
    kind = name.capitalize()
    for file, line, before in (
        ("engines/__init__.py", f"        {kind}(),\n", '    )\n}\n"""The register'),
        ("render/__init__.py", f'    "{name}": {kind}Drawer(),\n', '}\n"""The register'),
        (
            "README.md",
            f"| [{title}](docs/rules/{name}.md) | *Title*, author, year | playable |\n",
            "\n## The house",
        ),
        (
            "docs/fair.md",
            f"| {title} | `lot` | `numbers(secret, record, [2])` | who begins |\n",
            "\nKrabcek's labyrinth",
        ),
    ):
        path = ROOT / file
        text = path.read_text("utf-8")
        assert text.count(before) == 1, f"{file} has no place for the game any more"
        path.write_text(text.replace(before, line + before), "utf-8")
        yield file
    _told(title)
    yield "CHANGELOG.md"
    for room, imported in (("engines", kind), ("render", f"{kind}Drawer")):
        _import(ROOT / room / "__init__.py", f"from {room}.{name} import {imported}", room)


def _told(title: str) -> None:
    """Among what the newest version adds or, if it adds nothing yet, changes."""
    path = ROOT / "CHANGELOG.md"
    before, heading, rest = path.read_text("utf-8").partition("\n## ")
    newest, older, versions = rest.partition("\n## ")
    line = f"- {title}: *say in a line what it is, for those who play*.\n"
    heads = [head for head in ("### Added\n\n", "### Changed\n\n") if head in newest]
    assert heads, "the newest version in CHANGELOG.md neither adds nor changes anything"
    newest = newest.replace(heads[0], heads[0] + line, 1)
    path.write_text(f"{before}{heading}{newest}{older}{versions}", "utf-8")


def _import(path: Path, line: str, room: str) -> None:
    """Before those of the room; they are sorted later."""
    before, first, rest = path.read_text("utf-8").partition(f"from {room}.")
    path.write_text(f"{before}{line}\n{first}{rest}", "utf-8")


def _tidy(files: Sequence[str]) -> None:
    """Imports are sorted and lines broken by the length of the name. Where there is no ruff, that waits."""
    if find_spec("ruff") is None:
        return
    python = [file for file in files if file.endswith(".py")]
    for command in (("check", "--fix", "--quiet", "--select", "I"), ("format", "--quiet")):
        subprocess.run([sys.executable, "-m", "ruff", *command, *python], cwd=ROOT, check=True)


def _draw(name: str) -> None:
    for command in (
        ("-m", "render.assets.bake", name),
        (*RENEW, "tests/render", "-k", f"golden and {name}"),
        (*RENEW, "tests/bot/test_golden_answers.py", "-k", "what_the_table_is"),
        ("scripts/pictures.py",),
    ):
        subprocess.run([sys.executable, *command], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main(sys.argv[1:])
