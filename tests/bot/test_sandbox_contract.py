"""What the sandbox relies on and SimCord never promised. A SimCord without any of it fails here, by name."""

from __future__ import annotations

import ast
import asyncio
import dataclasses
import inspect
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
import simcord
import simcord._runtime
import simcord.actors
import simcord.backend.access
import simcord.env
import simcord.interactions
from simcord._runtime import _CallbackRecord
from simcord.backend import Backend
from simcord.backend.models import Guild, Message
from simcord.preview import Preview
from simcord.preview._pages import _Page
from simcord.preview._server import PreviewServer

import bot.sandbox
import bot.sandbox.pages
from bot.ui import limits
from tests.bot.simulated import Club, Member

SANDBOX = Path(bot.sandbox.__file__).parent
STATIC = Path(simcord.__file__).parent / "preview" / "static"

_PREVIEW = "self, env, channel, viewers, layout=, display=, width=, height="
_PREVIEW += ", locale=, timezone=, presentation_time=, assets=, port="
_TRACKED = "work, original, callback, args, identity=, loop=, context_for_scope=, record_error="
_TRACKED += ", schedule_timer=, context=, when="
METHODS = (
    # owner, name, how it is called
    (simcord.env, "_owned_tasks", "state"),
    (simcord._runtime, "_track_callback", _TRACKED),
    (simcord.interactions, "base_payload", "backend, type=, channel_id=, guild_id=, user_id=, data="),
    (simcord.Env, "_record_error", "self, error"),
    (simcord.Env, "_schedule_timer", "self, record, callback, args, context"),
    (simcord.Env, "_settle_internal", "self, timeout=, idle="),
    (simcord.Env, "_settlement_state", "self"),
    (Preview, "__init__", _PREVIEW),
    (Preview, "_action", "self, context_id, body"),
    (Preview, "_advance_presentation_time", "self"),
    (Preview, "_clear_page_assets", "self, page"),
    (Preview, "_finish_action", "self, page, action, settlement, cursor"),
    (Preview, "_get_page", "self, context_id"),
    (Preview, "_initial_target", "self, viewer, channel_id"),
    (Preview, "_open_page", "self, viewer_id, target_id"),
    (Preview, "_prepare_action", "self, page, kind, body"),
    (Preview, "_publish", "self, page, reason="),
    (Preview, "_reset_queries", "page"),
    (PreviewServer, "__init__", "self, preview, port"),
    (PreviewServer, "_index", "self, request"),
    (Backend, "edit_bot_profile", "self, username"),
    (Backend, "get_channel", "self, channel_id"),
    (Backend, "get_guild", "self, guild_id"),
    (Backend, "visible_commands", "self, user_id=, channel_id="),
    (simcord.backend.access, "can_access_channel", "env, channel_id, viewer, history="),
)
CLASS_VALUES = ((PreviewServer, "_STATIC_FILES"), (PreviewServer, "_STATIC_CONTENT_TYPES"))
PAGE: tuple[str, ...] = ("id", "viewer", "channel_id", "generation", "revision")
PAGE += ("target_id", "window_end_id", "modal", "modal_handle", "command_catalog")
FIELDS = (
    (_Page, PAGE),
    (Message, ("id", "ping_user_ids")),
    (Guild, ("preferred_locale",)),
    (_CallbackRecord, ("handle", "real_handle")),
)
INSTANCE_VALUES = ("_pages", "_python", "_server")
"""What a Preview has once it is made."""
MOMENT = ("_work", "_loop", "_virtual_time", "_advancing", "_generation", "_last_dispatch")
"""What SimCord settles by, beside the bot."""
ENV = ("_work",)
WORK = ("executors",)
CLOCK = ("_epoch", "elapsed")
BACKEND = ("clock", "transcript", "messages", "cdn")
CDN = ("_blobs",)
FORM = ("_BaseView__timeout_task_impl", "_BaseView__timeout_expiry", "_fut_waiter")
"""Of discord.py, and of the task in which a form waits: see the test of forms that have time left."""

MARKUP: tuple[str, ...] = ('<header class="channel-header"', 'class="preview-brand"', 'id="viewer-picker"')
MARKUP += ('id="channel-timeline"', 'id="channel-message-list"', 'id="channel-composer"')
MARKUP += ('id="channel-composer-input"', "</head>", "</body>")
"""What the script looks for in SimCord's page, and where the script and the sheet are put."""
DRAWN = (
    ("messages.js", '"thread-summary"'),
    ("messages.js", '"message-components'),
    ("messages.js", '"message-attachments"'),
    ("messages.js", '"attachment-image"'),
    ("messages.js", '"attachment-media-actions"'),
    ("messages.js", '"message-reactions"'),
    ("timeline.js", 'className = "channel-message"'),
    ("timeline.js", "dataset.messageId"),
    ("text.js", '"mention"'),
    ("commands.js", '"command-mention"'),
    ("commands.js", '"command-row"'),
    ("preview.css", ".command-option-input"),
    ("preview.css", "--toolbar-height"),
    ("app.js", '"simcordPreview"'),
    ("app.js", "contextId: state.contextId"),
    ("app.js", "pendingAction: state.pendingAction ? {"),
    ("transport.js", '"X-Simcord-Capability"'),
    ("transport.js", '"X-Simcord-Context"'),
)
"""What the script and the sheet rely on in what SimCord draws, and in which of its files it stands."""


def _gone(what: str) -> str:
    return f"SimCord's {what} is gone or has changed: find another way in bot/sandbox"


@pytest.mark.parametrize(("owner", "name", "call"), METHODS)
def test_simcord_still_has_the_method_and_takes_these_arguments(owner: object, name: str, call: str) -> None:
    method = getattr(owner, name, None)
    assert method is not None, _gone(name)
    arguments = [argument.strip() for argument in call.split(",")]
    positional = [argument for argument in arguments if not argument.endswith("=")]
    named = {argument[:-1]: None for argument in arguments if argument.endswith("=")}
    try:
        inspect.signature(method).bind(*positional, **named)
    except TypeError as error:
        pytest.fail(f"{_gone(name)} ({error})")


def test_settling_has_an_idle_time_that_can_be_made_shorter() -> None:
    defaults = simcord.Env._settle_internal.__kwdefaults__ or {}
    assert isinstance(defaults.get("idle"), float), _gone("default of `idle` in Env._settle_internal")


async def test_settling_knows_nothing_but_what_is_compared_before_it_is_kept(
    simcord_env: simcord.Env,
) -> None:
    fields = {field.name for field in dataclasses.fields(simcord_env._settlement_state())}
    assert fields == {name.removeprefix("_") for name in MOMENT} | {"bot"}, _gone("state that it settles by")


async def test_the_state_that_is_settled_by_is_new_when_time_has_passed(simcord_env: simcord.Env) -> None:
    before = simcord_env._settlement_state()
    assert simcord_env._settlement_state() is before
    await simcord_env.advance_time(1)
    assert simcord_env._settlement_state().virtual_time == simcord_env._virtual_time
    assert before.virtual_time < simcord_env._virtual_time


async def test_settling_waits_for_each_step_of_a_task_and_for_what_is_called_soon(
    simcord_env: simcord.Env,
) -> None:
    ended, loop = [], asyncio.get_running_loop()

    def call(times: int) -> None:
        if times:
            loop.call_soon(call, times - 1)
        else:
            ended.append("called")

    async def step() -> None:
        for _ in range(50):
            await asyncio.sleep(0)
        ended.append("stepped")

    with simcord_env._bot_scope():
        stepping = loop.create_task(step())
        loop.call_soon(call, 100)
    await simcord_env.settle()
    assert ended == ["stepped", "called"]
    assert stepping.done()


async def test_errands_between_two_rounds_are_not_looked_through(simcord_env: simcord.Env) -> None:
    state = simcord_env._settlement_state()
    settling: Any = simcord.env
    assert len([task for task in state.work.tasks if not task.done()]) > 10
    assert settling._owned_tasks(state) == [], _gone("list of tasks, or discord.py's loop that sleeps,")


async def test_forms_that_have_time_left_are_not_looked_through(
    club: Club, alice: Member, bram: Member
) -> None:
    def waiting() -> list[str]:
        tasks: Any = club.env._settlement_state().work.tasks
        return [name for task in tasks if "timeout" in (name := task.get_coro().__qualname__)]

    settling: Any = simcord.env
    assert (await alice.in_menu_of(bram, "Challenge")).form
    assert waiting(), _gone("task that waits beside a form")
    assert settling._owned_tasks(club.env._settlement_state()) == [], _gone("time until a form is over")
    await club.wait(seconds=limits.FORM_LIVES + 1)
    assert not waiting(), _gone("timer behind a form")


def test_actors_build_their_interactions_through_the_module() -> None:
    source = inspect.getsource(simcord.actors)
    assert "_interactions.base_payload(" in source, _gone("call of interactions.base_payload in actors.py")


@pytest.mark.parametrize(("owner", "name"), CLASS_VALUES)
def test_the_server_keeps_its_files_in_a_table_of_the_class(owner: type, name: str) -> None:
    assert isinstance(vars(owner).get(name), dict), _gone(name)


@pytest.mark.parametrize(("owner", "names"), FIELDS)
def test_values_still_have_their_fields(owner: type, names: tuple[str, ...]) -> None:
    fields = getattr(owner, "__dataclass_fields__", {})
    assert not [_gone(f"{owner.__name__}.{name}") for name in names if name not in fields]


async def test_the_clock_and_the_backend_can_be_read_and_set() -> None:
    backend = Backend()
    assert not [_gone(f"backend.{name}") for name in BACKEND if not hasattr(backend, name)]
    assert not [_gone(f"cdn.{name}") for name in CDN if not hasattr(backend.cdn, name)]
    assert not [_gone(f"clock.{name}") for name in CLOCK if not hasattr(backend.clock, name)]


async def test_what_is_thought_outside_can_be_told_from_what_is_done(simcord_env: simcord.Env) -> None:
    assert not [_gone(f"Env.{name}") for name in ENV if not hasattr(simcord_env, name)]
    work = simcord_env._work
    assert not [_gone(f"work.{name}") for name in WORK if not hasattr(work, name)]


async def test_a_preview_has_pages_and_a_server(simcord_env: simcord.Env) -> None:
    guild = simcord_env.create_guild()
    channel = guild.create_text_channel("here")
    viewer = guild.add_member(simcord_env.create_user("somebody"))
    preview = simcord_env.preview(channel, viewers=[viewer])
    assert not [_gone(f"Preview.{name}") for name in INSTANCE_VALUES if not hasattr(preview, name)]


@pytest.mark.parametrize("mark", MARKUP)
def test_the_page_has_each_mark_once(mark: str) -> None:
    page = (STATIC / "index.html").read_text("utf-8")
    assert page.count(mark) == 1, _gone(f"index.html: {mark}")


@pytest.mark.parametrize(("file", "mark"), DRAWN)
def test_the_page_is_still_drawn_with_these_names(file: str, mark: str) -> None:
    assert mark in (STATIC / file).read_text("utf-8"), _gone(f"{file}: {mark}")


def test_every_part_of_the_workbench_that_is_hidden_exists() -> None:
    page = (STATIC / "index.html").read_text("utf-8")
    sheet = (SANDBOX / "sandbox.css").read_text("utf-8")
    hidden = re.findall(r"^(#[^{]+)\{ display: none; \}", sheet, re.MULTILINE)
    names = [name for selectors in hidden for name in re.findall(r"#([\w-]+)", selectors)]
    assert names
    assert not [_gone(f"index.html: {name}") for name in names if f'id="{name}"' not in page]


def test_nothing_private_is_touched_that_is_not_named_here() -> None:
    nodes = [node for path in SANDBOX.glob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    used = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    private = {name for name in used if re.match(r"_[^_]", name)}
    named = {name for _, name, _ in METHODS} | {name for _, name in CLASS_VALUES}
    named |= {*INSTANCE_VALUES, *ENV, *MOMENT, "_runtime", *WORK, *CLOCK, *BACKEND, *CDN, *FORM}
    assert private - named - set(_defined(nodes)) == set()


def test_everything_that_is_overridden_is_named_here() -> None:
    named = {(owner, name) for owner, name, _ in METHODS}
    ours_of = {
        Preview: bot.sandbox.pages.Sandbox,
        PreviewServer: bot.sandbox.pages._Server,
        simcord.Env: bot.sandbox._Env,
    }
    for theirs, ours in ours_of.items():
        overridden = {
            name for name, value in vars(ours).items() if inspect.isfunction(value) and hasattr(theirs, name)
        }
        assert {(theirs, name) for name in overridden} - named == set()


def _defined(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The private names that the sandbox brings itself."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        targets = node.targets if isinstance(node, ast.Assign) else ()
        targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
        for target in targets:
            if isinstance(target, ast.Attribute) and ast.unparse(target.value) == "self":
                yield target.attr
