import { refusals } from "@parley/core";
import type { Mark } from "./mark.ts";
import { entriesOf, type Run } from "../judge/run.ts";
import type { Entry } from "../judge/trace-entry.ts";

const leaseMs = 11_000;

/** Marks of whole runs. */
export const runMarks: readonly Mark[] = [
  seen("stale token refused", (entry) => isStale(entry)),
  seen("client's repeat recognised", (entry) => isRepeat(entry, "inbound")),
  seen("agent's repeat recognised", (entry) => isRepeat(entry, "outbound")),
  seen("lane full", (entry) => isRefused(entry, refusals.laneFull.code)),
  seen("conversation limit", (entry) => isRefused(entry, refusals.conversationLimit.code)),
  seen("overloaded", (entry) => isRefused(entry, refusals.overloaded.code)),
  seen("store unavailable", (entry) => isRefused(entry, refusals.storeUnavailable.code)),
  seen("commit refused", (entry) => isTrouble(entry, "refused")),
  seen("commit done but unknown", (entry) => isTrouble(entry, "unknown")),
  seen("one conversation left out of a commit", (entry) => isLeftOut(entry)),
  seen(
    "commit slower than a lease",
    (entry) => entry.kind === "trouble" && entry.operation === "commit" && entry.ms > leaseMs,
  ),
  seen("pause longer than a lease", (entry) => isLife(entry, "paused") && entry.ms > leaseMs),
  seen("standstill noticed", (entry) => isNotice(entry, "paused")),
  seen("crash", (entry) => isLife(entry, "crashed")),
  seen("due call of a plugin", (entry) => entry.kind === "due"),
  seen("stale claim refused", (entry) => isStaleClaim(entry)),
  seen("failed start", (entry) => isLife(entry, "start-failed")),
  seen("store lost", (entry) => isLife(entry, "store-lost")),
  seen("clock set back over a restart", (entry) => isLife(entry, "jump") && entry.ms < 0),
  seen("clock set forward over a restart", (entry) => isLife(entry, "jump") && entry.ms > 0),
  seen("agent's typing posted", (entry) => entry.kind === "post" && entry.typing),
  seen("visitor's typing shown", (entry) => entry.kind === "typing"),
  seen(
    "attempt not sent: its lease was gone",
    (entry) => entry.kind === "unsent" && entry.why !== "fate",
  ),
  seen(
    "two messages in one commit",
    (entry) => entry.kind === "committing" && entry.labels.length > 1,
  ),
  seen("crash within a commit, before", (entry) => isTrouble(entry, "crash-before")),
  seen("crash within a commit, after", (entry) => isTrouble(entry, "crash-after")),
  { name: "id that identifies nothing any more", isHit: isTainted },
  { name: "two nodes carrying at once", isHit: isShared },
  { name: "drain with attempts in flight", isHit: isBusyDrain },
  { name: "typing cut short by a message", isHit: isTypingCut },
];

function seen(name: string, isIt: (entry: Entry) => boolean): Mark {
  return { name, isHit: ({ entries }) => entries.some((entry) => isIt(entry)) };
}

function isStale(entry: Entry): boolean {
  return entry.kind === "commit" && entry.result.settlements.includes("stale");
}

function isStaleClaim(entry: Entry): boolean {
  if (entry.kind !== "commit") return false;
  return entry.result.states.some((answer) => !answer.written && answer.why === "stale-claim");
}

function isLeftOut(entry: Entry): boolean {
  if (entry.kind !== "commit") return false;
  const { appends, settlements } = entry.result;
  return (
    settlements.includes("unavailable") || appends.some(({ status }) => status === "unavailable")
  );
}

function isRepeat(entry: Entry, kind: "inbound" | "outbound"): boolean {
  return (
    entry.kind === "commit" &&
    entry.batch.appends.some(
      (append, index) => append.kind === kind && entry.result.appends[index]?.status === "repeated",
    )
  );
}

function isRefused(entry: Entry, code: number): boolean {
  return entry.kind === "answered" && !entry.accepted && entry.code === code;
}

function isTrouble(entry: Entry, end: string): boolean {
  return entry.kind === "trouble" && entry.operation === "commit" && entry.end === end;
}

function isLife(entry: Entry, event: string): entry is Extract<Entry, { kind: "life" }> {
  return entry.kind === "life" && entry.event === event;
}

function isNotice(entry: Entry, type: string): boolean {
  return entry.kind === "notice" && entry.event.type === type;
}

/** A message id that has carried two contents on a channel. */
function isTainted(run: Run): boolean {
  const known = new Map<string, Set<string>>();
  return entriesOf(run, "commit").some(({ batch }) =>
    batch.appends.some((append) => {
      if (append.kind !== "inbound" || append.identity === null) return false;
      const key = `${append.channelKey} ${append.identity.messageId}`;
      const contents = known.get(key) ?? new Set();
      contents.add(append.identity.content);
      known.set(key, contents);
      return contents.size > 1;
    }),
  );
}

function isShared({ ledger }: Run): boolean {
  const spans = ledger.deliveries.flatMap(({ posts }) => posts);
  return spans.some((one) =>
    spans.some(
      (other) =>
        one.life.split(".")[0] !== other.life.split(".")[0] &&
        one.at <= other.at &&
        (one.endedAt ?? one.at) > other.at,
    ),
  );
}

function isBusyDrain(run: Run): boolean {
  return entriesOf(run, "life").some(
    ({ event, at, life }) =>
      event === "stopping" &&
      run.ledger.deliveries.some(({ posts, calls }) =>
        [...posts, ...calls].some(
          (sent) => sent.life === life && sent.at <= at && (sent.endedAt ?? at) > at,
        ),
      ),
  );
}

function isTypingCut(run: Run): boolean {
  const typing = new Set(
    entriesOf(run, "post").flatMap(({ typing, call }) => (typing ? [call] : [])),
  );
  const ends = entriesOf(run, "post-end").filter(
    ({ call, aborted }) => aborted && typing.has(call),
  );
  return ends.some(({ at }) =>
    run.entries.some(
      (entry) => entry.kind === "asked" && entry.inputKind === "agent" && entry.at === at,
    ),
  );
}
