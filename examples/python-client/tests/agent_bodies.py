"""What a gateway posts."""

import json
from typing import Any, Callable, Dict, Optional, Tuple

from parley_client import Answer, Receiver

PATH = "/agent-messages/shop"
TAKEN = (200, {"result": "ok"})


def body(**parts: Any) -> bytes:
    whole = {
        "sender": {"name": "Ada", "photo": "https://agents.example/ada.png"},
        "recipient": {"id": "v1"},
        "message": {"type": "text", "id": "m-1", "text": "hello"},
        **parts,
    }
    return json.dumps(whole).encode()


def with_message(**fields: Any) -> bytes:
    return body(message={"id": "m", **fields})


def header_of(fields: Dict[str, str]) -> Callable[[str], Optional[str]]:
    return lambda name: fields.get(name)


def post(receiver: Receiver, data: bytes, **fields: str) -> Tuple[int, Any]:
    headers = {name.replace("_", "-"): value for name, value in fields.items()}
    return read(receiver.take(PATH, header_of(headers), data))


def read(answer: Answer) -> Tuple[int, Any]:
    return answer.status, json.loads(answer.body)
