"""What is seen of crates: which tile lies where on the table, and whether that makes a legal view."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from engines.cubus.pile import Column, Heights, is_skew

FACES: Final = "TLR"
"""Lid, left side, right side."""
UPPER: Final = 0
LOWER: Final = 1


class Face(NamedTuple):
    kind: str
    x: int
    y: int
    z: int

    @property
    def order(self) -> tuple[int, int, int, int]:
        """Which of several faulty faces is told."""
        return self.y, self.x, self.z, FACES.index(self.kind)

    def height_over(self, a: int, b: int) -> int:
        """How high the plane of this face is over a point of the table."""
        match self.kind:
            case "T":
                return self.z + 1
            case "L":
                return self.y + 1 - b
        return self.x + 1 - a


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a view or a build is not legal; the face is for the eye only."""

    code: str
    face: Face | None = None
    tile: str = ""
    """The kind there are too few of."""


Point = tuple[int, int]
Triangle = tuple[int, int, int]
"""A tile is two triangles of the table: UPPER (a,b)(a+1,b)(a+1,b+1) and LOWER (a,b)(a,b+1)(a+1,b+1)."""
Edge = tuple[Point, Point]
View = Mapping[Triangle, Face]
"""What is seen over each triangle."""


def _triangles(face: Face) -> tuple[Triangle, Triangle]:
    a, b = face.x - face.z, face.y - face.z
    match face.kind:
        case "T":
            return (UPPER, a - 1, b - 1), (LOWER, a - 1, b - 1)
        case "L":
            return (UPPER, a - 1, b), (LOWER, a, b)
    return (UPPER, a, b), (LOWER, a, b - 1)


def view_of(heights: Heights) -> View:
    """The crate nearest to the eye hides all others; two are never equally near over one triangle."""
    seen: dict[Triangle, Face] = {}
    for (x, y), height in heights.items():
        for z in range(height):
            for kind in FACES:
                face = Face(kind, x, y, z)
                for triangle in _triangles(face):
                    other = seen.get(triangle)
                    if other is None or other.x + other.y + other.z < x + y + z:
                        seen[triangle] = face
    return seen


def find_fault(heights: Heights, open_lids: Iterable[Column] = ()) -> Fault | None:
    """The first fault of the view. The open lids may lie on columns that are not there."""
    marks = frozenset(open_lids)
    return None if is_legal_view(heights, marks) else find_fault_by_looking(heights, marks)


def is_legal_view(heights: Heights, open_lids: frozenset[Column]) -> bool:
    """The same in short: in a legal pile every lid is seen."""
    return open_lids <= heights.keys() and is_skew(heights)


def find_fault_by_looking(heights: Heights, open_lids: frozenset[Column]) -> Fault | None:
    """The same, from the view alone."""
    view = view_of(heights)
    faces = set(view.values())
    for code, faulty in (
        ("open_hidden", _hidden_open_lids(heights, open_lids, faces)),
        ("unseen", _unseen(heights, faces)),
        ("half", _half_seen(view)),
        ("jump", _jumping(view)),
        ("split", _split_off(view)),
    ):
        found = min(faulty, key=lambda face: face.order, default=None)
        if found is not None:
            return Fault(code, found)
    return None


def _hidden_open_lids(heights: Heights, open_lids: frozenset[Column], faces: set[Face]) -> Iterator[Face]:
    """Nothing is seen of them. One that is seen by half is a fault of its own."""
    lids = (Face("T", x, y, heights.get((x, y), 0) - 1) for x, y in open_lids)
    yield from (lid for lid in lids if lid not in faces)


def _unseen(heights: Heights, faces: set[Face]) -> Iterator[Face]:
    """Crates of which nothing is seen, and nothing of what they carry."""
    crates = {face[1:] for face in faces}
    for (x, y), height in heights.items():
        bare = height
        while bare and (x, y, bare - 1) not in crates:
            bare -= 1
        yield from (Face("T", x, y, z) for z in range(bare, height))


def _half_seen(view: View) -> Iterator[Face]:
    return (face for face in view.values() if any(view[part] != face for part in _triangles(face)))


def _seams(view: View) -> Iterator[tuple[Face, Face, Edge]]:
    """Two tiles that share an edge on the table, and where it ends."""
    for (half, a, b), face in view.items():
        if half == UPPER:
            for triangle, ends in (
                ((LOWER, a, b), ((a, b), (a + 1, b + 1))),
                ((LOWER, a, b - 1), ((a, b), (a + 1, b))),
                ((LOWER, a + 1, b), ((a + 1, b), (a + 1, b + 1))),
            ):
                other = view.get(triangle)
                if other is not None and other != face:
                    yield face, other, ends


def _jumping(view: View) -> Iterator[Face]:
    """Two that share an edge on the table, but not in space."""
    for one, other, ends in _seams(view):
        if any(one.height_over(*end) != other.height_over(*end) for end in ends):
            yield one
            yield other


def _split_off(view: View) -> Iterator[Face]:
    """All that is not of one piece with the first face."""
    beside: dict[Face, list[Face]] = defaultdict(list)
    for one, other, _ in _seams(view):
        beside[one].append(other)
        beside[other].append(one)
    faces = set(view.values())
    edge = [min(faces, key=lambda face: face.order)] if faces else []
    while edge:
        face = edge.pop()
        if face in faces:
            faces.remove(face)
            edge += beside[face]
    return iter(faces)
