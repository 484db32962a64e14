import { type OwnerChange, refusals as table } from "@parley/core";
import { calmPeriodsOf } from "../../calm-periods.ts";
import type { AccountChange } from "../../delivery.ts";
import { type Check, entriesOf, type Run } from "../../run.ts";

/** An answer reaches the store, and every other node, within this time. */
const toldMs = 200;

/** No owner changes without a cause. */
export const noReturn: Check = {
  name: "no-return",
  promise:
    "A conversation moves only by a change in its history: one that somebody asked for and was told done, or a fail-over while no node had an answer for the whole time.",
  find: (run) => [
    ...run.ledger.owners.changeFaults,
    ...forgotten(run),
    ...unasked(run),
    ...lost(run),
    ...strangers(run),
    ...failedOver(run),
  ],
};

/** The store's history, and the owner in it, are what its answers say. */
function forgotten(run: Run): string[] {
  return entriesOf(run, "owned").flatMap(({ conversationId, owner, history }) => {
    const account = run.ledger.accounts.all.get(conversationId);
    if (account === undefined) return [];
    const wanted = account.changes.toReversed().map((change) => textOf(change));
    const known = history.map((change) => textOf(change));
    const { backend, assignee, fence } = account.owner;
    const isOwner =
      owner.backend === backend && owner.assignee === assignee && owner.fence === fence;
    const faults = isOwner ? [] : [`${conversationId} is owned by ${JSON.stringify(owner)}`];
    // A page of the history holds so many.
    const isSame = wanted.length > 200 || wanted.join() === known.join();
    return isSame ? faults : [...faults, `${conversationId}: its history is ${known.join()}`];
  });
}

function textOf({ at, name, from, to, fence, by, why }: OwnerChange): string {
  const [before, after] = [from, to].map(({ backend, assignee }) => [backend, assignee]);
  return JSON.stringify([at, name, before, after, fence, by, why]);
}

function changesOf({ ledger }: Run, name: string): readonly AccountChange[] {
  return [...ledger.accounts.all.values()].flatMap(({ changes }) =>
    changes.filter((change) => change.name === name),
  );
}

/** A change that is written was asked for, and it was not refused. */
function unasked(run: Run): string[] {
  const refused = new Set(
    entriesOf(run, "answered").flatMap(({ inputKind, accepted, code, label }) =>
      inputKind === "assign" && !accepted && code !== table.storeUnavailable.code ? [label] : [],
    ),
  );
  const asked = new Set(
    entriesOf(run, "asked").flatMap(({ inputKind, label }) =>
      inputKind === "assign" ? [label] : [],
    ),
  );
  return changesOf(run, "assigned").flatMap(({ why }) => {
    if (!asked.has(why)) return [`the change ${why} was written, and nobody asked for it`];
    return refused.has(why) ? [`the change ${why} was written, and it was refused`] : [];
  });
}

/** A change that was answered as done was written, unless nothing was to change. */
function lost(run: Run): string[] {
  const held = new Set(
    entriesOf(run, "commit").flatMap(({ batch, result }) =>
      batch.appends.flatMap((append, index) => {
        const status = result.appends[index]?.status;
        const isHeld = status === "stored" || status === "repeated";
        return append.kind === "owner" && isHeld ? [append.why] : [];
      }),
    ),
  );
  return entriesOf(run, "answered").flatMap(({ inputKind, accepted, label }) =>
    inputKind === "assign" && accepted && !held.has(label)
      ? [`the change ${label} was answered as done, and never written`]
      : [],
  );
}

/** An agent app changes the owner of its own conversations alone, unless it may assign. */
function strangers({ ledger, plan }: Run): string[] {
  const { backends = [], mayAssign = [] } = plan.router ?? {};
  return ledger.owners.changed.flatMap(({ append, from }) => {
    const [by] = append.by.split(": ");
    const asker = append.by.includes(": ") ? by : undefined;
    const isAllowed =
      asker === undefined ||
      asker === from ||
      mayAssign.includes(asker) ||
      !backends.includes(asker);
    return isAllowed
      ? []
      : [`${asker} changed the owner of ${append.conversationId}, which it is not`];
  });
}

/** A fail-over follows a rule, and no node had an answer for its whole time. */
function failedOver(run: Run): string[] {
  const calm = calmPeriodsOf(run);
  // A call about its own loss of a conversation is no answer: fail-over itself causes that call.
  const calls = run.ledger.deliveries.flatMap(({ change, kind, calls: some }) =>
    change !== null && kind === "notices" ? [] : some,
  );
  return changesOf(run, "fail-over").flatMap(({ changedAt, from, to, life }) => {
    const rule = run.plan.router?.failOver[from.backend ?? ""];
    const about = `${life} moved a conversation from ${from.backend} to ${to.backend}`;
    if (rule === undefined || rule.to !== to.backend) return [`${about}, and no rule says so`];
    const since = changedAt - rule.afterMs + calm.toleranceMs;
    const answered = calls.find(
      ({ backend, outcome, endedAt }) =>
        backend === from.backend &&
        (outcome === "taken" || outcome === "rejected" || outcome === "later") &&
        endedAt !== null &&
        endedAt > since &&
        endedAt < changedAt - toldMs &&
        calm.isUndisturbed(endedAt, changedAt),
    );
    return answered === undefined
      ? []
      : [`${about}, which answered ${changedAt - (answered.endedAt ?? 0)} ms before`];
  });
}
