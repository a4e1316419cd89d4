"""A person opens the sandbox and plays: the real process, a real Chromium, two windows."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from engines import GAMES
from tests.browser.conftest import Running
from tests.browser.player import DESK, PHONE, Player

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TURNS = 6
"""At least: in one match of three in thirty nobody can build within so many."""
TURNS_FOR_TWO = 3
"""Everybody has moved. Longer matches are played where a turn is cheaper, in tests/bot."""


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.seats == (2, 2)])
async def test_two_people_play_turn_after_turn(
    sandbox: Running, browser: Browser, screenshots: Path | None, game: str
) -> None:
    anneke = await Player.sits_down(browser, sandbox.address, screenshots)
    bruno = await Player.sits_down(browser, sandbox.address, screenshots, PHONE)
    assert [await anneke.name(), await bruno.name()] == ["Anneke", "Bruno"]
    await anneke.photograph(f"{game}-1-welcome-desk")
    await bruno.photograph(f"{game}-1-welcome-phone")

    await anneke.challenges_bruno(game)
    await expect(bruno.boards).to_have_count(1)
    await bruno.photograph(f"{game}-2-challenge-phone")
    await bruno.presses(bruno.page.get_by_role("button", name="Accept"))
    await expect(anneke.places).to_have_count(3)
    await anneke.photograph(f"{game}-3-accepted-desk")
    for player in (anneke, bruno):
        await player.goes_to(GAMES[game].title)

    for turn in range(TURNS_FOR_TWO):
        at_turn = anneke if await anneke.is_to_move(turn) else bruno
        await at_turn.plays_a_turn(f"{game}-4-turn-{turn + 1:02}")
        await expect(at_turn.composer).to_have_count(0)
        await at_turn.photograph(f"{game}-4-turn-{turn + 1:02}")
        for player in (anneke, bruno):
            await player.is_to_move(turn + 1)
            await player.sees_the_end()

    for player in (anneke, bruno):
        await player.is_to_move(TURNS_FOR_TWO)
        assert await player.page.get_by_role("button", name="Move", exact=True).count() == 1
        picture = await player.picture(player.boards.last)
        assert picture["width"] == 800
        assert picture["shown"] > 250
        assert picture["alt"]
        assert await player.overflow() <= 0
        assert player.errors == []
    await anneke.photograph(f"{game}-5-end-desk")
    await bruno.photograph(f"{game}-5-end-phone")


async def test_a_newcomer_plays_the_computer_on_a_phone(
    sandbox: Running, browser: Browser, screenshots: Path | None
) -> None:
    anneke = await Player.sits_down(browser, sandbox.address, screenshots, PHONE)
    await anneke.plays_alone()
    await expect(anneke.boards).to_have_count(1)
    await expect(anneke.boards.last).to_contain_text("Pip is seven")
    await anneke.photograph("alone-1-first-board-phone")
    for turn in range(TURNS_FOR_TWO):
        await anneke.plays_a_turn(f"alone-2-turn-{turn + 1}-phone")
        await expect(anneke.boards.last).to_contain_text(
            re.compile(r"@Anneke.*\n?.*Pip.*\n?.*Anneke", re.DOTALL)
        )
        await anneke.photograph(f"alone-2-turn-{turn + 1}-phone")
    await expect(anneke.boards).to_have_count(1)
    await expect(anneke.places).to_have_count(2)  # the channel and the direct message: no thread was made
    await expect(anneke.composer).to_have_count(0)
    assert (await anneke.picture(anneke.boards.last))["alt"]
    assert await anneke.overflow() <= 0
    assert anneke.errors == []


async def test_three_people_build_one_pile(
    sandbox: Running, browser: Browser, screenshots: Path | None
) -> None:
    """The host is on a phone: the editor has the most buttons of all."""
    anneke = await Player.sits_down(browser, sandbox.address, screenshots, PHONE)
    bruno = await Player.sits_down(browser, sandbox.address, screenshots)
    chiara = await Player.sits_down(browser, sandbox.address, screenshots)
    everybody = {await player.name(): player for player in (anneke, bruno, chiara)}
    assert list(everybody) == ["Anneke", "Bruno", "Chiara"]

    await anneke.commands("/speel cubus")
    for guest in (bruno, chiara):
        await guest.presses(guest.page.get_by_role("button", name="Join"))
    await expect(anneke.messages.last).to_contain_text("@Anneke, @Bruno")
    await anneke.photograph("cubus-1-lobby-phone")
    await anneke.presses(anneke.page.get_by_role("button", name="Start"))
    for player in everybody.values():
        await expect(player.places).to_have_count(3)
        await player.goes_to("Cubus")

    turn = builds = 0
    while turn < TURNS or not builds:  # who can build is a matter of what is drawn
        for player in everybody.values():
            called = [everybody[name] for name in await player.called(turn)]
        if len(called) > 1:
            await called[0].photograph(f"cubus-2-claim-{turn}")
        if len(called) > 1 or await called[0].is_asked():
            for answers, player in enumerate(called):
                await player.sees_answers(answers)
                await player.agrees()
        else:
            builds += await called[0].builds(f"cubus-3-turn-{turn}")
        turn += 1
    for name, player in everybody.items():
        assert await player.called(turn)
        picture = await player.picture(player.boards.last)
        assert picture["width"] == 800
        assert name in picture["alt"] or "Cubus" in picture["alt"]
        assert await player.overflow() <= 0
        assert player.errors == []
    await anneke.photograph("cubus-4-end-phone")
    await chiara.photograph("cubus-4-end-desk")


async def test_one_person_plays_both_sides_in_one_window(
    sandbox: Running, browser: Browser, screenshots: Path | None
) -> None:
    player = await Player.sits_down(browser, sandbox.address, screenshots)
    await player.challenges_bruno()
    await player.becomes("Bruno")
    await player.presses(player.page.get_by_role("button", name="Accept"))
    await player.page.locator(".thread-summary").click()
    await player.rests()
    for turn in range(2):
        if not await player.is_to_move(turn):
            await player.becomes("Anneke" if await player.name() == "Bruno" else "Bruno")
        await player.plays_a_turn(f"one-window-turn-{turn + 1}")
    await player.is_to_move(2)
    assert (await player.picture(player.boards.last))["width"] == 800
    assert player.errors == []


@pytest.mark.parametrize("size", [DESK, PHONE])
async def test_who_does_something_sees_what_comes_of_it_and_who_reads_is_left_alone(
    sandbox: Running, browser: Browser, screenshots: Path | None, size: tuple[int, int]
) -> None:
    anneke = await Player.sits_down(browser, sandbox.address, screenshots, size)
    bruno = await Player.sits_down(browser, sandbox.address, screenshots, size)
    for _ in range(4):
        await anneke.commands("/help")
        await anneke.sees_the_end()
    await anneke.reads_from_the_start()
    await bruno.types("hello", "\n")
    await expect(anneke.new_messages).to_be_visible()
    await anneke.commands("/games")
    await anneke.sees_the_end()
    await anneke.photograph(f"seen-{size[0]}")


LAID_OUT_ANEW = """list => {
    const messages = [...list.children];
    list.replaceChildren();
    const height = list.scrollHeight;
    list.append(...messages);
    return height;
}"""
"""As SimCord does between two frames. An empty list that is asked for its height lets the page go up."""


async def test_who_reads_the_end_is_still_there_when_messages_were_laid_out_anew(
    sandbox: Running, browser: Browser, screenshots: Path | None
) -> None:
    anneke = await Player.sits_down(browser, sandbox.address, screenshots)
    for _ in range(4):
        await anneke.commands("/help")
    await anneke.sees_the_end()
    assert await anneke.page.locator("#channel-message-list").evaluate(LAID_OUT_ANEW) == 0
    await anneke.sees_the_end()


async def test_a_phone_shows_the_button_to_send_beside_every_option(
    sandbox: Running, browser: Browser, screenshots: Path | None
) -> None:
    anneke = await Player.sits_down(browser, sandbox.address, screenshots, PHONE)
    await anneke.types("/speel knopen", "\n")
    await anneke.offered("opponent").click()
    await anneke.photograph("option-phone")
    await expect(anneke.page.locator("#send-message")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
async def test_it_ends_and_leaves_nothing(
    started: Running, browser: Browser, screenshots: Path | None, how: signal.Signals
) -> None:
    desk = await Player.sits_down(browser, started.address, screenshots)
    phone = await Player.sits_down(browser, started.address, screenshots, PHONE)
    await expect(phone.ended).to_be_hidden()
    assert any(started.temporary.iterdir())
    assert await started.leave(how) == 0
    assert not any(started.temporary.iterdir())
    for player in (desk, phone):
        await expect(player.ended).to_be_in_viewport(ratio=1)
    await phone.photograph("ended-phone")


async def test_the_page_itself_can_end_it(
    started: Running, browser: Browser, screenshots: Path | None
) -> None:
    player = await Player.sits_down(browser, started.address, screenshots)
    await player.page.get_by_text("More", exact=True).click()
    await player.page.get_by_role("button", name="End preview session").click()
    assert await started.ends() == 0
    await expect(player.ended).to_be_in_viewport(ratio=1)
    await player.photograph("ended-desk")
    assert not any(started.temporary.iterdir())
