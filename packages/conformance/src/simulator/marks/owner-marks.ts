import { refusals } from "@parley/core";
import type { AccountChange, Call, Delivery } from "../judge/delivery.ts";
import { entriesOf, type Run } from "../judge/run.ts";
import type { Entry } from "../judge/trace-entry.ts";
import type { Mark } from "./mark.ts";
import { outageMarks } from "./outage-marks.ts";

/** Marks of several agent apps in one gateway. */
export const ownerMarks: readonly Mark[] = [
  changed("owner changed by hand", ({ name }) => name === "assigned"),
  changed("owner changed by an agent app", ({ by }) => by.includes(": ")),
  changed("given to nobody", ({ to }) => to.backend === null),
  changed("given up while an event waited", ({ from, to, by }) => {
    return by !== "gateway" && from.backend === to.backend && from.assignee === to.assignee;
  }),
  changed("owner chosen anew", ({ name }) => name === "chosen"),
  changed("assignee changed alone", ({ from, to, fence }, before) => {
    return from.backend === to.backend && before === fence;
  }),
  changed("fail-over", ({ name }) => name === "fail-over"),
  seen("change of owner under an old fence", (entry) => isStale(entry)),
  seen("change of owner done but unknown", (entry, run) => isUnknown(entry, run)),
  seen("message of another agent app refused", (entry) => isNotOwner(entry, null)),
  seen("message under an old fence refused", (entry) => isNotOwner(entry, "fence")),
  { name: "two changes of owner at once", isHit: isAtOnce },
  called("call aborted by a change of owner", ({ outcome, grant }) => {
    return outcome === "aborted" && grant.endedBy === "handed-over";
  }),
  called("taken by the old owner, and then by the new one", (call, { calls }) => {
    const isLate = call.outcome === "taken" && call.grant.endedBy === "handed-over";
    return isLate && calls.some((other) => other.backend !== call.backend);
  }),
  called("change of owner told again", ({ grant }, { change, calls }) => {
    return change !== null && calls.length > 1 && grant.endedBy === "retried";
  }),
  called("change of owner rejected, and told again", ({ outcome }, { change, state }) => {
    return change !== null && outcome === "rejected" && state === "delivered";
  }),
  ended("new owner followed by another one", ({ state }) => state === "superseded"),
  ended("erased with a change of owner", ({ state, change }) => {
    return change !== null && state === "erased";
  }),
  ended("report to an earlier owner", ({ kind, backend, conversation }) => {
    return kind === "reports" && conversation.owner.backend !== backend;
  }),
  ended("notice to an earlier owner", ({ kind, backend, conversation, change }) => {
    return kind === "notices" && change === null && conversation.owner.backend !== backend;
  }),
  ended("event handed over while it was postponed", ({ calls, grants }) => {
    const last = grants.at(-1);
    return calls.some(({ pause, backend }) => pause !== null && backend !== last?.backend);
  }),
  { name: "told to several owners that a conversation was erased", isHit: isErasedForMany },
  ...outageMarks,
];

function changed(
  name: string,
  isIt: (change: AccountChange, fenceBefore: number) => boolean,
): Mark {
  return {
    name,
    isHit: ({ ledger }) =>
      [...ledger.accounts.all.values()].some(({ changes }) =>
        changes.some((change, index) => isIt(change, changes[index - 1]?.fence ?? 0)),
      ),
  };
}

function seen(name: string, isIt: (entry: Entry, run: Run) => boolean): Mark {
  return { name, isHit: (run) => run.entries.some((entry) => isIt(entry, run)) };
}

function called(name: string, isIt: (call: Call, delivery: Delivery) => boolean): Mark {
  return ended(name, (delivery) => delivery.calls.some((call) => isIt(call, delivery)));
}

function ended(name: string, isIt: (delivery: Delivery) => boolean): Mark {
  return { name, isHit: ({ ledger }) => ledger.deliveries.some(isIt) };
}

function isStale(entry: Entry): boolean {
  return (
    entry.kind === "commit" &&
    entry.result.appends.some(
      (result) => result.status === "refused" && result.refusal === "stale-fence",
    )
  );
}

/** A commit that changed an owner, whose answer the node never had. */
function isUnknown(entry: Entry, { entries }: Run): boolean {
  if (entry.kind !== "commit") return false;
  const isChange = entry.batch.appends.some(
    ({ kind }, index) => kind === "owner" && entry.result.appends[index]?.status === "stored",
  );
  return isChange && entries.some((other) => isLost(other, entry));
}

function isLost(other: Entry, { at, life }: Entry): boolean {
  if (other.kind !== "trouble" || other.life !== life || other.operation !== "commit") return false;
  const isIn = other.beganAt <= at && at <= other.beganAt + other.ms;
  return isIn && (other.end === "unknown" || other.end === "crash-after");
}

function isNotOwner(entry: Entry, why: "fence" | null): boolean {
  if (entry.kind !== "commit") return false;
  return entry.batch.appends.some((append, index) => {
    const result = entry.result.appends[index];
    if (result?.status !== "refused" || result.refusal !== "not-owner") return false;
    return (
      append.kind === "outbound" && ((append.by?.fence ?? null) !== null) === (why === "fence")
    );
  });
}

/** Two changes of one conversation at the same instant, of which one was refused. */
function isAtOnce(run: Run): boolean {
  const conflicts = entriesOf(run, "answered").filter(
    ({ inputKind, code }) => inputKind === "assign" && code === refusals.conflict.code,
  );
  const asked = entriesOf(run, "asked").filter(({ inputKind }) => inputKind === "assign");
  return conflicts.some(({ label }) => {
    const own = asked.find((entry) => entry.label === label);
    return asked.some(
      (other) =>
        other !== own && other.at === own?.at && other.conversationId === own.conversationId,
    );
  });
}

function isErasedForMany(run: Run): boolean {
  const taken = entriesOf(run, "erasure-taken");
  return taken.some((one) =>
    taken.some(
      (other) => other.conversationId === one.conversationId && other.backend !== one.backend,
    ),
  );
}
