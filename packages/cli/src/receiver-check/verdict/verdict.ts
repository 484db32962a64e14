import type { Exchange } from "../exchange/exchange.ts";

/** `warned`: it works, and may hurt one day; `skipped`: it could not be tried, or has no meaning here. */
export type VerdictState = "passed" | "warned" | "failed" | "skipped";

/** What a rule found. */
export interface Finding {
  readonly state: VerdictState;
  /** What was seen, in whole sentences; may hold the receiver's own words. */
  readonly seen: string;
  /** What to do about it, with the knob that makes the gateway accept it where there is one. */
  readonly advice?: string;
  /** What was sent and came back, in order. */
  readonly exchanges: readonly Exchange[];
  /** The exchange that decided. */
  readonly telling?: Exchange;
}

/** One rule's verdict. */
export interface Verdict extends Finding {
  /** Stable id of the rule; one row each in `docs/receiver-check.md`. */
  readonly rule: string;
  /** What was played, in a phrase. */
  readonly played: string;
  /** Where the contract speaks of it. */
  readonly contract: string;
}

export function passed(seen: string, exchanges: readonly Exchange[]): Finding {
  return { state: "passed", seen, exchanges };
}

export function skipped(seen: string, exchanges: readonly Exchange[] = []): Finding {
  return { state: "skipped", seen, exchanges };
}

/** @param telling the exchange that decided; the last one unless told otherwise */
export function warned(
  seen: string,
  advice: string,
  exchanges: readonly Exchange[],
  telling: Exchange | undefined = exchanges.at(-1),
): Finding {
  return { state: "warned", seen, advice, exchanges, ...(telling && { telling }) };
}

/** @param telling the exchange that decided; the last one unless told otherwise */
export function failed(
  seen: string,
  advice: string,
  exchanges: readonly Exchange[],
  telling: Exchange | undefined = exchanges.at(-1),
): Finding {
  return { state: "failed", seen, advice, exchanges, ...(telling && { telling }) };
}
