"""The scenes of Cubus that have a golden picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from engines import GAMES
from engines.cubus.moves import Agree, Build, Claim, Knock, Lower, Step
from engines.cubus.pile import Pile, read_pile
from engines.cubus.position import CubusPosition, start
from engines.cubus.state import Rules
from engines.cubus.tiles import Tiles
from engines.moves import Move
from engines.record import Ply
from render import Scene
from render.cubus.art import LABELS
from render.cubus.crates import FAULTY, FREE_LINE, LEFT, LID, WOODS
from render.cubus.hands import COUNTS, NONE
from render.person import Person, called
from render.theme import INK, IVORY, PAPER, PETROL, WALNUT
from tests.render import scenes
from tests.render.portraits import with_faces

after: Final = partial(scenes.after, "cubus")
composing: Final = partial(scenes.composing, "cubus")
NAMES: Final = ("Noor", "Grandmother Wilhelmina", "Ζωή")
SIX_PEOPLE: Final = (
    *with_faces("Noor", "Maximiliaan"),
    *called(("Ζωή", "Grandmother Wilhelmina")),
    Person("Ada (level 5)", level=5),
    *with_faces("Ångström"),
)


def pile(text: str) -> Pile:
    found = read_pile(text)
    assert found is not None
    return found


def at(text: str, hands: tuple[Tiles, ...] = (Tiles(2, 1, 3, 1), Tiles(0, 0, 1, 2))) -> CubusPosition:
    """Seat 0 is to build on a pile; it may claim freely that there is no build."""
    return replace(
        start(Rules(claims="free"), len(hands)),
        pile=pile(text),
        hands=hands,
        stack=Tiles(3, 1, 5, 4),
        scores=(14, 9, 21, 8, 30, 17)[: len(hands)],
        step=Step.BUILD,
        round=4,
        begins=0,
        builder=1,
    )


def pulled_down() -> CubusPosition:
    """Seat 0 is to take a crate away."""
    return replace(at("432*/331/21"), step=Step.LOWER, rules=Rules(demolition=True), freed=(3, 2))


def played(position: CubusPosition, *moves: tuple[int, Move]) -> Scene[CubusPosition]:
    plies = []
    for who, move in moves:
        plies.append(Ply.of(GAMES["cubus"], position, who, move))
        position = position.play(who, move)
    return Scene("cubus", position, tuple(plies))


def six_turns(count: int | None = None) -> Iterator[Scene[CubusPosition]]:
    """Of the match of six, so far."""
    match = scenes.recorded("cubus_six")
    plies = scenes.plies("cubus", replace(match, texts=match.texts[:count]))
    return (replace(scene, people=SIX_PEOPLE) for scene in scenes.shown("cubus", plies))


def six(count: int) -> Scene[CubusPosition]:
    *_, scene = six_turns(count)
    return scene


# The table


def early() -> Scene[CubusPosition]:
    """Nobody has built."""
    return replace(after(8), people=called(NAMES))


def middle() -> Scene[CubusPosition]:
    """The crates of the last build are brass."""
    return replace(after(BUILT), people=SIX_PEOPLE[:3])


def six_hands() -> Scene[CubusPosition]:
    return six(150)


def full_hands() -> Scene[CubusPosition]:
    """More than nine of a kind, in the panels of six."""
    hands = (Tiles(12, 10, 13, 14), Tiles(1, 0, 11, 2), *(Tiles(10, 20, 0, 3),) * 4)
    return replace(Scene("cubus", at("332*/221/1", hands)), people=SIX_PEOPLE)


def two_hands() -> Scene[CubusPosition]:
    return Scene("cubus", at(".2/22*"))


def flat() -> Scene[CubusPosition]:
    """As wide as a pile can be for its crates: beside each other, corner to corner."""
    return Scene("cubus", at("/".join("." * (11 - row) + "1" for row in range(12))))


def row_of_twelve() -> Scene[CubusPosition]:
    return Scene("cubus", at("222111111*111"))


def claimed() -> Scene[CubusPosition]:
    """A seat passed, another agreed, two are to answer."""
    hands = tuple(Tiles(each, 0, 2, each) for each in range(4))
    scene = played(at("332*/221/1", hands), (0, Claim()), (2, Agree()))
    return replace(scene, people=called(("Ada", "Bo", "Cornelis van den Berg", "Dirk")))


def knocked() -> Scene[CubusPosition]:
    hands = (Tiles(1, 0, 1, 1),) * 5
    scene = played(replace(at("332*/221/1", hands), left=frozenset({4})), (0, Claim()), (3, Knock()))
    return replace(scene, people=called(("Ada", "Bo", "Cornelis", "Dirk", "Eef")))


def built_twice() -> Scene[CubusPosition]:
    """Seat 1 knocks and builds; then it is its turn, and it builds again."""
    position = replace(at("1/1"), stack=Tiles())
    return played(
        position,
        (0, Claim()),
        (1, Knock()),
        (1, Build(pile(".1/11"))),
        (1, Build(pile(".2/11"))),
    )


def lowered() -> Scene[CubusPosition]:
    """A crate was taken away; its outline is dashed."""
    return played(pulled_down(), (0, Lower((1, 1))))


def ended() -> Scene[CubusPosition]:
    return replace(after(), people=SIX_PEOPLE[:3])


def shared_end() -> Scene[CubusPosition]:
    """Three seats win together."""
    hands = (Tiles(0, 0, 1, 0),) * 4
    position = replace(at("333/333*/332", hands), stack=Tiles(), row=3, scores=(31, 31, 12, 31))
    return played(position, (0, Claim()), (1, Agree()), (2, Agree()), (3, Agree()))


def drawn_end() -> Scene[CubusPosition]:
    return scenes.agreed(after(BUILT))


# Composing


def column_step() -> Scene[CubusPosition]:
    """Nothing is changed yet."""
    return composing(at("321/22*/1"))


def chosen_step() -> Scene[CubusPosition]:
    return composing(at("321/22*/1"), "c3")


def faulty_step() -> Scene[CubusPosition]:
    """The face that stands against the rules is red."""
    return composing(at("321/22*/1"), "d2", "+d2", "+d2", "e3")


def lacking_step() -> Scene[CubusPosition]:
    return composing(at("2/1"), "lift", "lift", "lift", "b2", "-b2")


def big_step() -> Scene[CubusPosition]:
    scene = six(150)
    return composing(scene.position, "lift", "d2")


def knocker_step() -> Scene[CubusPosition]:
    return composing(knocked().position, "d3", "+d3")


def window_step() -> Scene[CubusPosition]:
    """Agree or knock: nothing is numbered."""
    return composing(claimed().position)


def lower_step() -> Scene[CubusPosition]:
    return composing(pulled_down())


BUILT: Final = 72

STANDS_OUT: Final = {
    **{f"a count in a panel that is {state}": pair for state, pair in COUNTS.items()},
    **{f"the count of what there is none of, {state}": pair for state, pair in NONE.items()},
    **{f"the name of a column, on a {where}": pair[:2] for where, pair in LABELS.items()},
    "a line of the plan": (WALNUT[4], PAPER),
    "a height": (INK, WOODS[LID].plank),
    "the height of what is open": (PAPER, INK),
    "a fault": (IVORY, FAULTY[LEFT]),
    "where a column may be set up": (FREE_LINE, PETROL),
}

SCENES: Final[dict[str, Callable[[], Scene[CubusPosition]]]] = {
    f"cubus_{scene.__name__}": scene
    for scene in (
        *(early, middle, six_hands, full_hands, two_hands, flat, row_of_twelve, claimed, knocked, lowered),
        *(ended, shared_end, drawn_end),
        *(
            column_step,
            chosen_step,
            faulty_step,
            lacking_step,
            big_step,
            knocker_step,
            window_step,
            lower_step,
        ),
    )
}
