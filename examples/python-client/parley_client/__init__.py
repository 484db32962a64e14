"""For integrating systems: send as a visitor, receive agents' messages.

Standard library only, Python 3.9 or newer.
"""

from .answer import Warned
from .client import Client, Sent
from .errors import ParleyClientError, RejectMessage
from .events import AgentMessage, AgentTyping
from .messages import file_message, location_message, text_message
from .receiver import Answer, Receiver
from .remembered_ids import RememberedInMemory
from .server import make_server, receiver_handler

__all__ = [
    "AgentMessage",
    "AgentTyping",
    "Answer",
    "Client",
    "ParleyClientError",
    "Receiver",
    "RejectMessage",
    "RememberedInMemory",
    "Sent",
    "Warned",
    "file_message",
    "location_message",
    "make_server",
    "receiver_handler",
    "text_message",
]
