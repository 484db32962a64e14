import type { Look } from "./look.ts";
import { type Comparison, marginMicros } from "./timing.ts";

/** What was seen of somebody who is not surely the same, in numbers and in words. */
interface Suspicion {
  readonly seen: Comparison;
  readonly line: string;
}

/** What is known after some looks, each before another door. */
export interface Findings {
  /** By name. */
  readonly suspects: ReadonlyMap<string, Suspicion>;
  /** Why no look so far could tell anything; `null` once one could. */
  readonly blind: string | null;
}

export const nothingSeen: Findings = { suspects: new Map(), blind: "nobody was looked at" };

/**
 * Where a row or a text happens to lie in the processor's memory differs from one door to the next; what the gateway does
 * is done before every door. So whoever was not surely the same stands under suspicion until a look before another door says
 * that they are, and that what was seen of them is surely not there. A look that is blind clears nobody.
 */
export function after(findings: Findings, look: Look): Findings {
  const suspects = new Map(findings.suspects);
  for (const { comparison, line } of look.strangers) {
    const { name, verdict } = comparison;
    const before = suspects.get(name);
    if (verdict !== "same") suspects.set(name, { seen: comparison, line });
    else if (look.blind === null && before !== undefined && isCleared(before.seen, comparison))
      suspects.delete(name);
  }
  return { suspects, blind: findings.blind === null ? null : look.blind };
}

/** What is amiss after the last look, in words; nothing when a look could tell, and everybody was cleared. */
export function faultsOf({ suspects, blind }: Findings): readonly string[] {
  const lines = [...suspects.values()].map(({ line }) => `${line} instead of same`);
  return blind === null ? lines : [blind, ...lines];
}

/** Whether the second time the shift is surely nearer to none than it surely was the first time, or than what matters. */
function isCleared(first: Comparison, second: Comparison): boolean {
  const most = Math.max(first.leastShift, marginMicros);
  const least = Math.min(first.mostShift, -marginMicros);
  return second.mostShift < most && second.leastShift > least;
}
