"""Somebody at a browser: looks at the page of the sandbox, clicks and types, as a person would."""

from __future__ import annotations

import re
from http import HTTPStatus
from itertools import combinations
from pathlib import Path
from typing import Final, TypedDict

from playwright.async_api import Browser, Locator, Page, Response, expect

from tests.patience import PATIENCE

PATIENCE_MS: Final = 1000 * PATIENCE
_GLANCE: Final = 50
"""Milliseconds between two looks at what tells nobody when it changes."""
STEPS: Final = 8
"""No turn takes more clicks in the composer than this."""

DESK: Final = (1280, 860)
PHONE: Final = (390, 844)

PRIMARY: Final = "button.button-style-1"
DANGER: Final = "button.button-style-4"
SUCCESS: Final = "button.button-style-3"
PICTURE: Final = "img.attachment-image, img.gallery-image"
PRIVATE: Final = ".message-ephemeral-note"
_COLUMN: Final = re.compile(r"^\s*[a-z][0-9]+\s*$")
"""Of a pile of Cubus, as its button is called."""


Idea = list[tuple[int | None, int | None]]
"""Which column is chosen, by its place in the row, and which change is pressed."""


class Picture(TypedDict):
    width: int
    """In the file."""
    shown: float
    """On the screen, in its pixels."""
    alt: str


class Player:
    def __init__(self, page: Page, screenshots: Path | None) -> None:
        self.page = page
        self.errors: list[str] = []
        """What went wrong in the page itself."""
        self._screenshots = screenshots
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("response", self._hears)

    def _hears(self, response: Response) -> None:
        # A picture may be gone before it was fetched: who switches players leaves his own pictures behind.
        if response.status >= HTTPStatus.BAD_REQUEST and "/api/assets/" not in response.url:
            self.errors.append(f"{response.status} {response.url}")

    @classmethod
    async def sits_down(
        cls, browser: Browser, address: str, screenshots: Path | None, size: tuple[int, int] = DESK
    ) -> Player:
        """Open the address in a new window."""
        width, height = size
        context = await browser.new_context(viewport={"width": width, "height": height})
        context.set_default_timeout(PATIENCE_MS)
        player = cls(await context.new_page(), screenshots)
        await player.page.goto(address)
        await expect(player.messages.last).to_be_visible()
        await expect(player.places.first).to_be_visible()
        return player

    # Looking

    @property
    def _timeline(self) -> Locator:
        return self.page.locator("#channel-timeline")

    @property
    def messages(self) -> Locator:
        return self.page.locator(".channel-message")

    @property
    def boards(self) -> Locator:
        """What everybody sees, with a picture."""
        return self.messages.filter(has_not=self.page.locator(PRIVATE), has=self.page.locator(PICTURE))

    @property
    def composer(self) -> Locator:
        """The latest message that only this player sees."""
        return self.messages.filter(has=self.page.locator(PRIVATE)).last

    @property
    def new_messages(self) -> Locator:
        """What SimCord offers to who does not see the end: to jump there."""
        return self.page.locator("#new-messages")

    @property
    def ended(self) -> Locator:
        return self.page.get_by_role("alert").filter(has_text="The sandbox has ended")

    @property
    def places(self) -> Locator:
        return self.page.locator("#places button")

    def offered(self, text: str) -> Locator:
        """One line of the list above the field for messages."""
        return self.page.locator('[role="option"]').filter(has_text=text)

    async def name(self) -> str:
        return await self.page.locator("#viewer-picker option:checked").inner_text()

    async def is_to_move(self, turn: int) -> bool:
        """Whether the board after `turn` turns calls this player. Waits for that board."""
        await expect(self.boards).to_have_count(turn + 1)
        text = await self.boards.last.inner_text()
        called = re.search(r"@(\w+) \([^)]+\), your turn", text)
        assert called, text
        return called[1] == await self.name()

    async def picture(self, message: Locator) -> Picture:
        image = message.locator(PICTURE)
        await expect(image).not_to_have_js_property("naturalWidth", 0)
        seen: Picture = await image.evaluate(
            "(image) => ({width: image.naturalWidth, shown: image.clientWidth, alt: image.alt})"
        )
        return seen

    async def sees_the_end(self) -> None:
        """Waits until all of what was posted lies above the lower edge, and nothing is left to jump to."""
        below = "element => element.scrollHeight - element.scrollTop - element.clientHeight"
        for _ in range(int(PATIENCE_MS / _GLANCE)):
            if await self._timeline.evaluate(below) < 2 and await self.new_messages.is_hidden():
                return
            await self.page.wait_for_timeout(_GLANCE)
        raise AssertionError(f"{await self.name()} does not see the newest message")

    async def photograph(self, name: str) -> None:
        """Where pictures are kept: they are for people to look at."""
        if self._screenshots is None:
            return
        await self.page.wait_for_timeout(300)  # for what fades in
        await self.page.screenshot(path=self._screenshots / f"{name}.png")

    async def overflow(self) -> int:
        """How many pixels of the page lie beyond its right edge."""
        beyond: int = await self.page.evaluate("() => document.scrollingElement.scrollWidth - innerWidth")
        return beyond

    # Doing

    async def types(self, *keys: str) -> None:
        """Type texts, and press the keys that have a name."""
        await self.page.locator("#channel-composer-input").click()
        for key in keys:
            await self.page.keyboard.type(key)

    async def reads_from_the_start(self) -> None:
        await self._timeline.hover()
        await self.page.mouse.wheel(0, -100_000)
        await expect(self._timeline).to_have_js_property("scrollTop", 0)

    async def becomes(self, name: str) -> None:
        await self.page.locator("#viewer-picker").select_option(label=name)
        await expect(self.page).to_have_title(re.compile(name))

    async def goes_to(self, name: str) -> None:
        place = self.places.filter(has_text=name)
        await place.click()
        await expect(place).to_have_attribute("aria-current", "page")
        # The row of places may know before the page has turned.
        field = self.page.locator("#channel-composer-input")
        await expect(field).to_have_attribute("placeholder", re.compile(re.escape(name)))
        await self.rests()

    async def commands(self, typed: str) -> None:
        """Type a command without options and send it."""
        await self.types(typed)
        await expect(self.offered("/").first).to_be_visible()
        await self.page.keyboard.press("Enter")
        await self.page.locator("#send-message").click()
        await self.rests()

    async def challenges_bruno(self, game: str = "knopen") -> None:
        """As the welcome tells Anneke: type the command, Enter; choose opponent, then Bruno; Enter again."""
        await self.types(f"/play {game}")
        await expect(self.offered(f"/speel {game}")).to_be_visible()
        await self.page.keyboard.press("Enter")
        await self.offered("opponent").click()
        await self.offered("Bruno").click()
        await self.page.keyboard.press("Enter")
        await expect(self.page.get_by_role("button", name="Accept")).to_be_visible()

    async def plays_alone(self, game: str = "knopen") -> None:
        """As the welcome tells Anneke: type the command, Enter; choose level, then 1; Enter again."""
        await self.types(f"/play {game}")
        await expect(self.offered(f"/speel {game}")).to_be_visible()
        await self.page.keyboard.press("Enter")
        await self.offered("level").click()
        await self.offered("1 · Pip").click()
        await self.page.keyboard.press("Enter")
        await self.rests()

    async def chooses(self, what: str) -> None:
        """In the menu of the latest private message."""
        await self.composer.get_by_role("combobox").click()
        await self.presses(self.composer.get_by_role("option", name=what, exact=True))

    @property
    def form(self) -> Locator:
        return self.page.get_by_role("dialog")

    async def ticks(self, what: str) -> None:
        """One of the options that lie open in the form."""
        await self.form.get_by_text(what, exact=True).click()

    async def submits(self) -> None:
        await self.presses(self.form.locator('button[type="submit"]'))
        await expect(self.form).to_have_count(0)

    async def presses(self, what: Locator) -> None:
        """Click, and wait until the bot has answered."""
        await what.click()
        await self.rests()

    async def rests(self) -> None:
        await expect(self.page.locator("#preview-app")).to_have_attribute("aria-busy", "false")
        for _ in range(int(PATIENCE_MS / _GLANCE)):
            if await self.page.evaluate("() => window.simcordPreview.ready"):
                return
            await self.page.wait_for_timeout(_GLANCE)
        raise AssertionError("the page does not come to rest")

    async def plays_a_turn(self, photograph: str) -> None:
        """[Move], then the first that is offered at every step, until what was composed in is put away."""
        await self.presses(self.boards.last.locator(PRIMARY))
        for step in range(STEPS):
            if not await self.composer.count():
                return
            await self.photograph(f"{photograph}-step-{step + 1}")
            await self._takes_a_step()
        raise AssertionError(f"no end of choosing: {await self.composer.inner_text()}")

    # Cubus

    async def called(self, turn: int) -> list[str]:
        """Who is to do something, by the board after `turn` turns and claims. Waits for that board."""
        await expect(self.boards).to_have_count(turn + 1)
        await self.rests()
        text = await self.boards.last.inner_text()
        asked = [line for line in text.splitlines() if "your turn" in line or "is there really" in line]
        assert asked, text
        return re.findall(r"@(\w+) \(", asked[-1])

    async def is_asked(self) -> bool:
        """Whether the newest board has a claim to be answered."""
        return await self.boards.last.get_by_role("button", name="Agree").count() > 0

    async def sees_answers(self, answers: int) -> None:
        """Waits until the newest board tells so many answers."""
        pattern = re.compile(r"sees nothing to build" + r".*agrees" * answers, re.DOTALL)
        await expect(self.boards.last).to_contain_text(pattern)
        await self.rests()

    async def agrees(self) -> None:
        await self.presses(self.boards.last.get_by_role("button", name="Agree"))

    async def builds(self, photograph: str) -> bool:
        """[Move], and the first column that may grow; or the claim that none may. Whether it was a build."""
        await self.presses(self.boards.last.locator(PRIMARY))
        await self.photograph(photograph)
        nothing = self.composer.get_by_role("button", name=re.compile("Nothing to build|Niets te bouwen"))
        if await nothing.count():
            await self.presses(nothing)
            await self.presses(self.composer.locator(SUCCESS))
            return False
        for tried in await self._ideas():
            for column, change in tried:
                await self._changes_a_column(column, change)
                if await self.composer.locator(SUCCESS).count():
                    await self.photograph(f"{photograph}-composed")
                    await self.presses(self.composer.locator(SUCCESS))
                    return True
            await self.presses(self.composer.get_by_role("button", name=re.compile("Start afresh|Opnieuw")))
        raise AssertionError("no two columns may grow, and yet something must")

    async def _ideas(self) -> list[Idea]:
        """One column in all ways: as it is, a crate on, a layer under all, a lid off; then crates on two."""
        columns = range(await self.composer.get_by_role("button", name=_COLUMN).count())
        ones: list[Idea] = [[(one, None), *((None, change) for change in (0, 2, 2, 0, 2))] for one in columns]
        crate = (None, 0)
        return ones + [[(one, None), crate, (other, None), crate] for one, other in combinations(columns, 2)]

    async def _changes_a_column(self, column: int | None, change: int | None) -> None:
        if column is not None:
            await self.presses(self.composer.get_by_role("button", name=_COLUMN).nth(column))
        changes = self.composer.locator(PRIMARY).filter(has_not_text=_COLUMN)
        if change is not None and change < await changes.count():  # nobody may have an open lid
            await self.presses(changes.nth(change))

    async def _takes_a_step(self) -> None:
        """Answer what the composer asks, or play what it shows."""
        for kind in (f"{SUCCESS}, {DANGER}", PRIMARY):
            offered = self.composer.locator(kind)
            if await offered.count():
                await self.presses(offered.first)
                return
        await self.composer.get_by_role("combobox").click()
        await self.presses(self.composer.get_by_role("option").first)
