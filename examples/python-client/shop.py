"""A visitor at a terminal: what you write goes to the gateway, what agents answer is printed.

PARLEY_INGRESS_URL  the channel's address, as its operator has it
PARLEY_SIGNING_KEY  its signing key, or several between spaces; without one nothing is verified
PORT                where agents' messages are taken, default 9000
VISITOR             the visitor's id, default terminal-1

Lines that begin with a slash: /status, /typing, /photo <url> <bytes>.
"""

import os
import sys
from threading import Thread

from parley_client import (
    AgentMessage,
    AgentTyping,
    Client,
    ParleyClientError,
    Receiver,
    file_message,
    make_server,
    text_message,
)


def show(line: str) -> None:
    # With its end in one piece: agents' messages come in threads of their own.
    print(f"{line}\n", end="", flush=True)


def show_message(event: AgentMessage) -> None:
    message = event.message
    said = message.get("text") or message.get("file") or message["type"]
    # What others wrote must not act on the terminal.
    show(f"{event.sender['name']!r} to {event.recipient_id!r}: {said!r}")


def show_typing(event: AgentTyping) -> None:
    show(f"{event.sender['name']!r} {'types' if event.type == 'typein' else 'has stopped typing'}")


def handle(client: Client, visitor: str, line: str) -> None:
    words = line.split()
    sender = {"id": visitor, "name": "Terminal"}
    if words == ["/status"]:
        show(f"status {client.status()}")
    elif words == ["/typing"]:
        show(f"typing {'told' if client.typing(visitor, 'typein') else 'not told'}")
    elif len(words) == 3 and words[0] == "/photo" and words[2].isdigit():
        photo = file_message("photo", words[1], file_size=int(words[2]))
        show(f"sent {client.send(sender, photo).id}")
    elif words:
        show(f"sent {client.send(sender, text_message(line)).id}")


def main() -> None:
    keys = os.environ.get("PARLEY_SIGNING_KEY", "")
    visitor = os.environ.get("VISITOR", "terminal-1")
    client = Client(os.environ["PARLEY_INGRESS_URL"])
    receiver = Receiver(
        show_message,
        on_typing=show_typing,
        on_error=lambda error: show(f"a callback failed: {error!r}"),
        **({"secrets": keys.split()} if keys else {}),
    )
    server = make_server(receiver, port=int(os.environ.get("PORT", "9000")))
    Thread(target=server.serve_forever, daemon=True).start()
    show(
        f"agents' messages are taken at http://127.0.0.1:{server.server_address[1]}/agent-messages"
    )
    for line in sys.stdin:
        try:
            handle(client, visitor, line.rstrip("\n"))
        except ParleyClientError as error:
            show(f"not sent, {error.reason}: {error}")


if __name__ == "__main__":
    main()
