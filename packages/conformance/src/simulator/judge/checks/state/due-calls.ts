import type { StateWrite } from "@parley/core";
import { entryName } from "../../../world/sim-plugin.ts";
import { type Check, entriesOf, type Run } from "../../run.ts";

/** One due call at a time for each entry, whose writes are refused once another may run. */
export const dueCalls: Check = {
  name: "due-calls",
  promise:
    "A due entry is called for one call at a time in a process, and no write of a call passes once its claim is lost.",
  find: (run) => [...overlaps(run), ...staleWrites(run)],
};

/** A call that was aborted has ended, whatever the plugin still does. */
function overlaps(run: Run): string[] {
  const faults: string[] = [];
  const running = new Map<string, number>();
  for (const entry of run.entries) {
    if (entry.kind === "due") {
      const place = `${entry.life} ${entry.key}`;
      if (running.has(place))
        faults.push(`${entry.life} was called twice at once for ${entry.key}`);
      running.set(place, entry.call);
    }
    if (entry.kind === "due-end")
      for (const [place, call] of running) if (call === entry.call) running.delete(place);
  }
  return faults;
}

interface Claimed {
  readonly at: number;
  readonly token: string;
  until: number;
}

/**
 * Follows the claims of each entry. Calls that the store executed at one instant may be recorded in another order, so only
 * a claim of an earlier instant has taken an entry over.
 */
function staleWrites(run: Run): string[] {
  const faults: string[] = [];
  const claims = new Map<string, Claimed[]>();
  for (const entry of run.entries) {
    if (entry.kind === "claimed-due")
      for (const { key, claim } of entry.claimed)
        claims.set(key, [...(claims.get(key) ?? []), { at: entry.at, ...claim }]);
    if (entry.kind !== "commit") continue;
    const { now, at, life, batch, result } = entry;
    for (const [index, { writes, instance }] of (batch.states ?? []).entries()) {
      if (result.states[index]?.written !== true) continue;
      for (const write of writes) {
        const claim = claimOf(write);
        if (claim === null) continue;
        const all = claims.get(entryName(instance, claim.key)) ?? [];
        const place = all.findIndex(({ token }) => token === claim.token);
        const own = all[place];
        const next = all[place + 1];
        if (own === undefined || own.until <= now || (next !== undefined && next.at < at))
          faults.push(`${life} wrote under a claim of ${claim.key} that was lost`);
        else if (write.kind === "renew") own.until = write.until;
      }
    }
  }
  return faults;
}

function claimOf(write: StateWrite) {
  if ("claim" in write) return write.claim;
  return "when" in write ? (write.when.claim ?? null) : null;
}

/** A wake is followed by a call that began after it. */
export const wakes: Check = {
  name: "wakes",
  promise: "An entry that was woken is called for once more by a call that begins after the wake.",
  find: (run) => {
    return [...wakesOf(run)].flatMap((name) => unheard(run, name));
  },
};

/** The entries that were ever woken. */
function wakesOf(run: Run): ReadonlySet<string> {
  const woken = entriesOf(run, "commit").flatMap(({ batch }) =>
    (batch.states ?? []).flatMap(({ instance, writes }) =>
      writes.flatMap((write) => (write.kind === "wake" ? [entryName(instance, write.key)] : [])),
    ),
  );
  return new Set(woken);
}

function unheard(run: Run, name: string): string[] {
  const healed = entriesOf(run, "life").find(({ event }) => event === "healed")?.at ?? Infinity;
  const last = entriesOf(run, "due").findLast(({ key }) => key === name);
  // A call may be lost with its node, and its entry is then claimed again. So the last wake before the end of all
  // faults stands for all.
  const woken = entriesOf(run, "commit").findLast(
    ({ at, batch, result }) =>
      at <= healed &&
      (batch.states ?? []).some(
        ({ writes, instance }, index) =>
          result.states[index]?.written === true &&
          writes.some((write) => write.kind === "wake" && entryName(instance, write.key) === name),
      ),
  );
  if (woken === undefined || (last?.at ?? -1) >= woken.at) return [];
  // The plugin may still be busy with the call before.
  const closing = entriesOf(run, "life").find(({ event }) => event === "closing")?.at ?? Infinity;
  const ends = entriesOf(run, "due-end").filter(({ at }) => at < closing);
  if (last !== undefined && !ends.some(({ call }) => call === last.call)) return [];
  return [`the wake at ${woken.at} ms was followed by no call`];
}
