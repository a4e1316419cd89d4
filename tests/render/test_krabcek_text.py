"""The board of Krabcek in characters."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.krabcek.labyrinth import BOXES
from render import text_board
from tests.render import krabcek_scenes
from tests.render.scenes import walked

MIDDLE = r"""  w   > B [1] G
  B 3 4 5 7   w 1 2 6 8
  0   a   1   b   2   c   3   d
0     .   5   #       .   7   .>
      | /   \ |         \   /   \
e .   :---#---:MS .   .   .   .s--
                    / | /       \
1 6m  .       .   1   .       .
    /   \       \   /   \       \
f .   .---.   .s  .   .---.   .
        \   / | /       \   / | /
2     .   4   .       .   2g  .
        \           / | /   /   \
g .s  .   .   :---.   .   .   .S--
    / | /     | \   \           \
3 8   #ms<    #   3S  .       .
    \ |             /   \   / | /
h .---:   #---:MS .   .---.   .
            / |         \   \
d0-a3 / throw 1"""


def test_boxes_lie_in_their_places_and_lines_join_those_that_touch() -> None:
    assert text_board(krabcek_scenes.middle()) == MIDDLE


@settings(max_examples=20)
@given(st.integers(0, 2**16), st.integers(0, 1))
def test_every_link_of_a_labyrinth_is_a_sign_of_its_own(seed: int, seat: int) -> None:
    scene = replace(walked("krabcek", seed, 2), seat=seat)
    labyrinth = scene.position.maze
    links = sum(len(labyrinth.neighbours(name)) for name in BOXES) // 2
    rows = text_board(scene).splitlines()[2:18]
    signs = re.findall(r"-+|[|/\\]", "\n".join(rows))
    assert len(signs) == links


def test_what_was_chosen_and_what_may_be_is_marked() -> None:
    lines = text_board(krabcek_scenes.figure_9_step()).splitlines()
    assert lines[0] == "  B   > w [3] sm"
    assert lines[5] == "e .   .   .   .---.   .+  .---:s*"
    assert "#gm+" in lines[3]
