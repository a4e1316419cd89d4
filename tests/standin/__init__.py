"""A stand-in for Discord, for what a simulation inside the test's process cannot show: a bot killed with -9,
lost connections, floods, latency. The bot runs as its own process and speaks HTTP and WebSocket to it.
"""

from tests.standin.faults import ALWAYS, Call, Hold, When
from tests.standin.interactions import Interaction, NoAnswerError, Person
from tests.standin.process import TOKEN, BotProcess
from tests.standin.standin import StandIn
from tests.standin.world import FORUM, Channel, Message, Payload

__all__ = [
    "ALWAYS",
    "FORUM",
    "TOKEN",
    "BotProcess",
    "Call",
    "Channel",
    "Hold",
    "Interaction",
    "Message",
    "NoAnswerError",
    "Payload",
    "Person",
    "StandIn",
    "When",
]
