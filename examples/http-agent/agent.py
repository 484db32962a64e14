"""A small agent app in Python's standard library. It answers every message of a visitor once.

python3 agent.py push   the gateway posts signed events to http://127.0.0.1:PORT, default 9000
python3 agent.py pull   the app asks for events; nothing needs to reach it

From the gateway: AGENT_URL, such as http://127.0.0.1:8080/agents/app, AGENT_TOKEN and, for
push, AGENT_SECRET. DATA is the file that keeps which events were answered.
"""

import base64, hmac, http.server, json, os, sqlite3, sys, threading, time
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit


class Parley(threading.local):
    """The gateway. Each thread has its own connection, which stays open."""

    def __init__(self, url, token):
        address = urlsplit(url)
        connection = HTTPSConnection if address.scheme == "https" else HTTPConnection
        self.connection, self.path = connection(address.netloc, timeout=20), address.path
        self.headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}

    def call(self, method, path, body, pauses=(0, 1, 2, 4)):
        """The answer. While the gateway is busy or away, it waits and tries again."""
        for pause in pauses:
            try:
                self.connection.request(method, self.path + path, json.dumps(body), self.headers)
                response = self.connection.getresponse()
                text = response.read().decode()
                if response.status < 300:
                    return json.loads(text or "{}")
                if response.status < 500 and response.status not in (401, 408, 429):
                    raise ValueError(f"{path} was refused: {response.status} {text}")
                pause = int(response.headers.get("retry-after", pause))
            except (OSError, HTTPException):
                self.connection.close()
            time.sleep(pause)
        raise ConnectionError(f"{path}: the gateway is busy, away, or does not take the token")


def is_genuine(headers, body, secret, now):
    """Whether the gateway signed these bytes, not over five minutes ago (Standard Webhooks)."""
    id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(now - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    code = hmac.digest(key, f"{id}.{timestamp}.".encode() + body, "sha256")
    expected, given = b"v1," + base64.b64encode(code), headers.get("webhook-signature", "")
    return any([hmac.compare_digest(expected, one.encode()) for one in given.split()])


class App:
    def __init__(self, parley, file):
        self.parley = parley
        self.sql = sqlite3.connect(file, check_same_thread=False, isolation_level=None).execute
        self.sql("create table if not exists answered (id text primary key)")

    def handle(self, event):
        known = self.sql("select 1 from answered where id = ?", [event["id"]]).fetchone()
        if known is not None or event["type"] != "visitor.message":
            return
        text = event["message"].get("text", "something without text")
        print(f"{event['visitor'].get('name', 'A visitor')!r} wrote {text!r}", flush=True)
        # If the app dies before it keeps the id, the key prevents a second answer.
        answer = {"conversationId": event["conversationId"], "idempotencyKey": event["id"]}
        answer["message"] = {"type": "text", "text": f"You wrote: {text}"}
        self.parley.call("POST", "/messages", {**answer, "sender": {"name": "Python"}})
        self.sql("insert or ignore into answered values (?)", [event["id"]])

    def outcome(self, event):
        """What the gateway is told. After `later` the event comes again, after `rejected` never."""
        try:
            self.handle(event)
            return "taken"
        except Exception as error:
            print(f"not handled: {error}", file=sys.stderr, flush=True)
            return "rejected" if isinstance(error, ValueError) else "later"

    def pull(self):
        polled = self.parley.call("POST", "/events/poll", {"limit": 20, "waitSeconds": 8})
        for event in [one for one in polled["events"] if one["type"] != "visitor.typing"]:
            result = {"id": event["id"], "token": event["token"], "outcome": self.outcome(event)}
            self.parley.call("POST", "/events/acknowledge", {"events": [result]})

    def push(self, secret, port):
        statuses, outcome = {"taken": 204, "rejected": 422, "later": 503}, self.outcome

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version, timeout, log_message = "HTTP/1.1", 60, lambda *_: None

            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                genuine = is_genuine(self.headers, body, secret, time.time())
                self.send_response(statuses[outcome(json.loads(body))] if genuine else 401)
                self.send_header("content-length", "0")
                self.end_headers()

        http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()


def forever(step, pause=0):
    while True:
        try:
            step()
            time.sleep(pause)
        except Exception as error:
            print(f"once more: {error}", file=sys.stderr, flush=True)
            time.sleep(1)


if __name__ == "__main__":
    env, here = os.environ, {"available": True, "forSeconds": 60}
    app = App(Parley(env["AGENT_URL"], env["AGENT_TOKEN"]), env.get("DATA", "answered.db"))
    stay = lambda: forever(lambda: app.parley.call("PUT", "/availability", here), 20)
    threading.Thread(target=stay, daemon=True).start()
    if sys.argv[1:] == ["push"]:
        app.push(env["AGENT_SECRET"], int(env.get("PORT", "9000")))
    forever(app.pull)
