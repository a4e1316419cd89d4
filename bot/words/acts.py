"""What managers did, in a line each. Members are named, and nobody is called by it."""

from __future__ import annotations

from bot.club.acts import Act
from bot.words.language import Language


def told(act: Act, words: Language) -> str:
    when, manager = f"<t:{act.at}:f>", words.mention(act.manager)
    return words.say("acts.line", when=when, manager=manager, did=_did(act, words))


def _did(act: Act, words: Language) -> str:
    if act.what == "set":
        name = words.say(f"house.{act.setting}.name")
        return words.say("acts.set", setting=name, value=_value(act, words))
    who = "" if act.member is None else words.mention(act.member)
    what = "awarded_shared" if act.what == "awarded" and not who else act.what
    return words.say(f"acts.{what}", who=who, number=act.match or 0)


def _value(act: Act, words: Language) -> str:
    """A code has words; what Discord names stands as it is; a list is only said to be another."""
    key = f"house.{act.setting}.{act.value}"
    if words.has(key):
        return words.say(key)
    return act.value or words.say("acts.anew")
