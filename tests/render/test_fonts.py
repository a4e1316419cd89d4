"""The fonts are found by the names of their files, and missed in one clear sentence."""

from __future__ import annotations

import sys

import pytest

from render.fonts import black_font, bold_font, path_of, title_font


def test_every_font_is_the_one_it_is_called() -> None:
    assert title_font(38).getname() == ("Fredoka One", "Regular")
    assert black_font(40).getname() == ("Source Sans Pro", "Black")
    assert bold_font(18).getname() == ("Source Sans Pro", "Bold")


@pytest.mark.parametrize("package", ["font_that_is_nowhere", "font_fredoka_one"])
def test_a_font_that_is_not_there_is_missed_by_the_name_of_its_package(package: str) -> None:
    with pytest.raises(FileNotFoundError) as missed:
        path_of(package, "Missing.ttf")
    name = package.replace("_", "-")
    assert str(missed.value) == f"The font Missing.ttf is not there: install the package {name} again."


def test_nothing_of_the_packages_is_run() -> None:
    bold_font(18)
    assert not [name for name in sys.modules if name.startswith(("font_fredoka", "font_source"))]
