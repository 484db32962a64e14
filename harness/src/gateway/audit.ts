import { setTimeout as pause } from "node:timers/promises";
import { attemptLimit } from "@parley/core";
import type { HistoryItem } from "./agent-door.ts";
import { numberOf } from "./ledger.ts";
import type { Load } from "./load.ts";
import type { Outside } from "./outside.ts";

/** Faults by name, each zero in a good run. */
export type Faults = Readonly<Record<string, number>>;

/** Waits until every acknowledged message is where it belongs, at most `timeoutMs`. */
export async function settled(
  outside: Outside,
  load: Pick<Load, "sent">,
  timeoutMs: number,
): Promise<void> {
  const until = performance.now() + timeoutMs;
  while (performance.now() < until) {
    const { "lost in": lostIn, "silently undelivered": undelivered } = lost(outside, load);
    if ((lostIn ?? 0) + (undelivered ?? 0) === 0) return;
    process.stderr.write(`on their way: ${lostIn} in, ${undelivered} out\n`);
    await pause(2_000);
  }
}

/** What the world outside saw, against what it was promised. */
export function auditOutside(outside: Outside, load: Pick<Load, "sent">): Faults {
  const { inbound, outbound } = outside;
  return {
    ...lost(outside, load),
    "out of order in": inbound.outOfOrder,
    "out of order out": outbound.outOfOrder,
    "more than 3 attempts": outbound.overdone(attemptLimit),
    "changed bytes": inbound.changedBodies + outbound.changedBodies,
    "repeats behind a later one": inbound.belatedRepeats.length + outbound.belatedRepeats.length,
    "from or to another one": inbound.misdirected + outbound.misdirected,
  };
}

/** One line for each repeat that came behind a later message, with instants in milliseconds after `since`. */
export function wordsForBelated({ inbound, outbound }: Outside, since: number): readonly string[] {
  return [inbound, outbound].flatMap((ledger) =>
    ledger.belatedRepeats.map(({ text, at, last }) => {
      const after = (instant: number | null): number => Math.round((instant ?? 0) - since);
      return (
        `behind a later one: ${text}, first at ${after(ledger.firstAt(text))} ms, came ${ledger.timesOf(text)} times, ` +
        `behind ${last} of ${after(ledger.firstAt(last))} ms at ${after(at)} ms`
      );
    }),
  );
}

function lost(
  { inbound, outbound, positive, reports }: Outside,
  { sent }: Pick<Load, "sent">,
): Faults {
  const reported = new Set([...reports.keys()].map((deliveryId) => sent.get(deliveryId)));
  return {
    "lost in": inbound.missing((text) => inbound.has(text)),
    "silently undelivered": outbound.missing((text) => positive.has(text) || reported.has(text)),
  };
}

/** `auditHistory`, once more for as long as something still waits there: at most for `timeoutMs`. */
export async function auditedHistory(
  outside: Outside,
  gatewayUrl: string,
  timeoutMs: number,
): Promise<Faults> {
  for (const until = performance.now() + timeoutMs; ; await pause(1_000)) {
    const faults = await auditHistory(outside, gatewayUrl);
    if (faults["still waiting"] === 0 || performance.now() > until) return faults;
  }
}

/** What a gateway's own history says: each acknowledged text once, in order, and none that still waits. */
async function auditHistory(outside: Outside, gatewayUrl: string): Promise<Faults> {
  const { inbound, outbound } = outside;
  const directions = [
    ["in", inbound, inbound.bySender()],
    ["out", outbound, outbound.bySender()],
  ] as const;
  const faults = {
    "not once in the history": 0,
    "misplaced in the history": 0,
    "still waiting": 0,
  };
  for (const [sender, conversationId] of outside.conversations) {
    const response = await fetch(`${gatewayUrl}/history/${conversationId}`);
    if (!response.ok) throw new Error(`a conversation's history was answered ${response.status}`);
    const items = (await response.json()) as HistoryItem[];
    const waiting = items.filter(([, state]) => state === "waiting");
    faults["still waiting"] += waiting.length;
    for (const [direction, ledger, promised] of directions) {
      const texts = items.map(([text]) => text).filter((text) => text.startsWith(`${direction}-`));
      const found = ledger.isExcused(sender) ? [...new Set(texts)] : texts;
      faults["not once in the history"] += notOnce(promised.get(sender) ?? [], found);
      faults["misplaced in the history"] += found.filter(
        (text, at) => numberOf(text) !== at,
      ).length;
    }
  }
  return faults;
}

function notOnce(promised: readonly string[], found: readonly string[]): number {
  const times = new Map<string, number>();
  for (const text of found) times.set(text, (times.get(text) ?? 0) + 1);
  const missing = promised.filter((text) => !times.has(text)).length;
  return missing + [...times.values()].filter((count) => count > 1).length;
}
