"""The agent app of the crash harness: the example app, with a ledger that outlives it.

python3 ledger_app.py push|pull

AGENT_URLS    the app's addresses at the gateways, between commas
AGENT_TOKEN, AGENT_SECRET, PORT and DATA as for the example.
"""

import hashlib, http.server, json, os, queue, random, sys, threading, time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "examples/http-agent"))
from agent import App, Parley, forever

LEDGER = """
pragma journal_mode = wal;
pragma synchronous = normal;
pragma busy_timeout = 10000;
create table if not exists arrivals
  (number integer primary key, id text, visitor text, conversation text, text text, digest text);
create index if not exists arrivals_by_text on arrivals (text);
create table if not exists handled (number integer primary key, id text unique, text text);
create table if not exists sent (number integer primary key, delivery text unique, visitor text, text text);
create table if not exists reports (number integer primary key, delivery text unique);
"""
# Of a killed app, these wait for the end of their lease.
IN_HAND = 192
LEAST_POLLED, MOST_POLLED = 12, 100
LEASE_SECONDS = 5


class LedgerApp(App):
    def __init__(self, parleys, file):
        super().__init__(None, file)
        self.parleys = parleys
        for statement in LEDGER.split(";"):
            self.sql(statement)

    def call(self, *request):
        """Asks any of the gateways. A killed one is soon back."""
        for _ in range(60):
            try:
                return random.choice(self.parleys).call(*request, pauses=[0.1])
            except ConnectionError:
                pass
        raise ConnectionError("no gateway answers")

    def handle(self, event):
        if event["type"] == "delivery.report":
            self.sql("insert or ignore into reports (delivery) values (?)", [event["deliveryId"]])
        if event["type"] == "visitor.message":
            self.answer(event, event["visitor"]["id"], event["message"]["text"])

    def answer(self, event, visitor, text):
        """Keeps that the event came, answers it, and keeps that it is done: each step is repeatable."""
        came = [event["id"], visitor, event["conversationId"], text, digest_of(event)]
        self.sql(
            "insert into arrivals (id, visitor, conversation, text, digest) values (?, ?, ?, ?, ?)",
            came,
        )
        if self.sql("select 1 from handled where id = ?", [event["id"]]).fetchone() is not None:
            return
        self.trouble(text)
        answer = {
            "conversationId": event["conversationId"],
            "idempotencyKey": event["id"],
            "sender": {"name": "Ann"},
            "message": {"type": "text", "text": text.replace("in-", "out-", 1)},
        }
        delivery = self.call("POST", "/messages", answer)["deliveryId"]
        self.sql(
            "insert or ignore into sent (delivery, visitor, text) values (?, ?, ?)",
            [delivery, visitor, answer["message"]["text"]],
        )
        self.sql("insert or ignore into handled (id, text) values (?, ?)", [event["id"], text])

    def trouble(self, text):
        """As part of the load, the app fails or takes its time with some texts the first time."""
        drawn = int(hashlib.sha1(text.encode()).hexdigest()[:8], 16) % 1000
        if drawn >= 35:
            return
        if self.sql("select count(*) from arrivals where text = ?", [text]).fetchone()[0] > 1:
            return
        if drawn < 16:
            raise RuntimeError("drawn")
        time.sleep(1.5)

    def pull(self):
        """Polls each gateway for as many events as are handled side by side; acknowledges in batches."""
        results, workers = queue.Queue(), ThreadPoolExecutor(IN_HAND)

        def work(event, hand):
            results.put({"id": event["id"], "token": event["token"], **self.said(event)})
            hand.release()

        def poll(parley, hand):
            # A poll for one or two events costs as much as one for many.
            for _ in range(LEAST_POLLED):
                hand.acquire()
            free = LEAST_POLLED
            while free < MOST_POLLED and hand.acquire(blocking=False):
                free += 1
            events = []
            try:
                asked = {"limit": free, "waitSeconds": 8, "leaseSeconds": LEASE_SECONDS}
                events = parley.call("POST", "/events/poll", asked, [0.1] * 60)["events"]
            finally:
                for _ in range(free - len(events)):
                    hand.release()
            for event in events:
                workers.submit(work, event, hand)

        def acknowledge():
            batch = [results.get()]
            while len(batch) < 100 and not results.empty():
                batch.append(results.get())
            self.call("POST", "/events/acknowledge", {"events": batch})

        for parley in self.parleys:
            hand = threading.Semaphore(IN_HAND // len(self.parleys))
            step = lambda parley=parley, hand=hand: poll(parley, hand)
            threading.Thread(target=forever, args=[step]).start()
        for _ in range(3):
            threading.Thread(target=forever, args=[acknowledge]).start()
        forever(acknowledge)

    def said(self, event):
        outcome = self.outcome(event)
        return {"outcome": outcome, **({"inSeconds": 1} if outcome == "later" else {})}


def digest_of(event):
    """Of what is the same each time that the event comes."""
    same = {name: event[name] for name in event if name not in ("mayBeRepeat", "fence", "token")}
    return hashlib.sha1(json.dumps(same, sort_keys=True).encode()).hexdigest()


if __name__ == "__main__":
    env = os.environ
    urls = env["AGENT_URLS"].split(",")
    app = LedgerApp([Parley(url, env["AGENT_TOKEN"]) for url in urls], env["DATA"])
    if sys.argv[1] == "push":
        # A killed gateway opens all its connections at once.
        http.server.ThreadingHTTPServer.request_queue_size = 512
        app.push(env["AGENT_SECRET"], int(env["PORT"]))
    app.pull()
