"""SimCord as the bot needs it: what it leaves out of an interaction, and what it costs to wait for one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from typing import Any, Final

import discord
import simcord
import simcord._runtime
import simcord.env
import simcord.interactions
from discord.ext import tasks
from simcord._runtime import _CallbackRecord

_THOUGHT: Final = "_Process._ask"
"""What SimCord calls a thought that is waited for."""
_EXPIRY: Final = discord.ui.view.BaseView._BaseView__timeout_task_impl.__code__  # type: ignore[attr-defined]
"""What runs beside a view until its time is over."""
_A_LOOK: Final = 0.5
"""Seconds in which whatever is no thought comes to its end, or shows itself."""


@contextmanager
def reading_in(locales: Mapping[int, str]) -> Iterator[None]:
    """Meanwhile every interaction carries its user's locale, its guild's, and who installed the bot.

    `locales` is asked at each interaction, by user id; who is not in it reads American English.
    """
    build = simcord.interactions.base_payload

    @wraps(build)
    def localised(backend: Any, **fields: Any) -> tuple[Any, dict[str, Any]]:
        record, payload = build(backend, **fields)
        payload["locale"] = locales.get(fields["user_id"], "en-US")
        guild_id = fields["guild_id"]
        if guild_id is not None:
            payload["guild_locale"] = backend.get_guild(guild_id).preferred_locale
        payload["authorizing_integration_owners"] = {"0": str(guild_id or 0)}
        return record, payload

    simcord.interactions.base_payload = localised
    try:
        yield
    finally:
        simcord.interactions.base_payload = build


@contextmanager
def settling_quickly(idle: float = 0.001) -> Iterator[None]:
    """Meanwhile a sleeping background loop no longer costs every action SimCord's 50 ms of looking again, nor
    is it compared with the timers of all others whenever SimCord settles, to find out that it sleeps; nor is
    a view that waits until nobody has pressed it for long enough. And what has been called is looked for
    among all that wait as itself, and not as one with the same fields; nor is each step of a task noted, for
    the task itself is known to go on.
    """
    defaults = simcord.Env._settle_internal.__kwdefaults__
    assert defaults is not None
    settling: Any = simcord.env
    usual, owned = defaults["idle"], settling._owned_tasks

    def awake(state: Any) -> list[asyncio.Task[Any]]:
        return [task for task in owned(state) if not _rests(task, state.virtual_time)]

    alike, tracked = _CallbackRecord.__eq__, simcord._runtime._track_callback

    def noted(
        work: Any, original: Any, callback: Any, args: Any, *, identity: Any, when: Any, **how: Any
    ) -> asyncio.Handle:
        task = getattr(callback, "__self__", None)
        known = work.tasks.get(task) if when is None and isinstance(task, asyncio.Task) else None
        if known is not None and (identity[0], known.generation) == identity:
            handle: asyncio.Handle = original(callback, *args, context=how["context"])
            return handle
        return tracked(work, original, callback, args, identity=identity, when=when, **how)

    defaults["idle"], settling._owned_tasks = idle, awake
    _CallbackRecord.__eq__ = object.__eq__  # type: ignore[method-assign]
    simcord._runtime._track_callback = noted
    try:
        yield
    finally:
        defaults["idle"], settling._owned_tasks = usual, owned
        _CallbackRecord.__eq__ = alike  # type: ignore[method-assign]
        simcord._runtime._track_callback = tracked


def _rests(task: asyncio.Task[Any], now: float) -> bool:
    """It is a loop of `discord.ext.tasks` between two rounds, and the next one is not due; or a view's."""
    coroutine: Any = task.get_coro()
    frame = getattr(coroutine, "cr_frame", None)
    going = frame.f_locals.get("self") if frame else None
    if frame and coroutine.cr_code is _EXPIRY:
        return _is_open(task, going, now)
    sleep = going._handle if isinstance(going, tasks.Loop) else None
    if sleep is None or sleep.future.done() or sleep.handle.cancelled():
        return False
    return bool(sleep.handle.when() > now)


def _is_open(task: asyncio.Task[Any], view: Any, now: float) -> bool:
    """It sleeps, and the view has time left: there is no timer for it but SimCord's."""
    sleep: Any = task._fut_waiter  # type: ignore[attr-defined]
    expiry = view._BaseView__timeout_expiry
    return sleep is not None and not sleep.done() and expiry is not None and bool(expiry > now)


class PatientEnv(simcord.Env):
    """SimCord gives a bot five seconds to start, also on a busy machine. Here it has `settle_timeout`.

    Behind each timer of the bot SimCord sets one by the real clock, looks through all of these whenever it
    settles, and leaves them there when the bot cancels its own. Here they are cancelled with them.
    """

    def __init__(self, *how: Any, **further: Any) -> None:
        super().__init__(*how, **further)
        self._timers: list[Any] = []
        self._moment: tuple[Any, ...] = ()
        self._state: Any = None

    def _settlement_state(self) -> Any:
        """SimCord makes it anew for each task that it looks at, and it is nearly always the same."""
        moment = (
            self._work,
            self.bot,
            self._loop,
            self._virtual_time,
            self._advancing,
            self._generation,
            self._last_dispatch,
        )
        if moment != self._moment:
            self._moment, self._state = moment, super()._settlement_state()
        return self._state

    # What a caller allows is left out on purpose.
    async def _settle_internal(self, *, timeout: float | None = None, **how: Any) -> None:  # noqa: ARG002, ASYNC109
        self._drop_timers()
        await super()._settle_internal(**how)

    def _schedule_timer(self, record: Any, *how: Any) -> None:
        super()._schedule_timer(record, *how)
        self._timers.append(record)

    def _drop_timers(self) -> None:
        for timer in self._timers:
            if timer.handle.cancelled() and timer.real_handle is not None:
                timer.real_handle.cancel()
        self._timers = [timer for timer in self._timers if _is_set(timer)]


class UnhurriedEnv(PatientEnv):
    """What is only thought about in another process counts as settled, as people see it in Discord: a page
    rests meanwhile, and shows what comes of it when it comes.
    """

    async def _settle_internal(self, *, _deadline: float | None = None, **how: Any) -> None:
        now = asyncio.get_running_loop().time
        last = now() + self.settle_timeout if _deadline is None else _deadline
        while True:
            try:
                await super()._settle_internal(_deadline=min(last, now() + _A_LOOK), **how)
            except TimeoutError:
                if self._only_thinks():
                    return
                if now() >= last:
                    raise
            else:
                return

    def _only_thinks(self) -> bool:
        """Nothing else is done outside of the loop."""
        outside = [record.label for record in self._work.executors.values()]
        return bool(outside) and all(_THOUGHT in label for label in outside)


def _is_set(timer: Any) -> bool:
    return timer.real_handle is not None and not timer.real_handle.cancelled()
