import type { Exchange } from "../exchange/exchange.ts";

/** `warned`: it works, but may cause a problem. `skipped`: it could not be checked, or does not apply. */
export type VerdictState = "passed" | "warned" | "failed" | "skipped";

/** The result of a rule. */
export interface Finding {
  readonly state: VerdictState;
  /** What was observed, in full sentences. May contain the receiver's own text. */
  readonly seen: string;
  /** What to do about it. Names the knob that makes the gateway accept it, if there is one. */
  readonly advice?: string;
  /** Requests and answers, in order. */
  readonly exchanges: readonly Exchange[];
  /** The decisive exchange. */
  readonly telling?: Exchange;
}

/** One rule's verdict. */
export interface Verdict extends Finding {
  /** Stable id of the rule. Each has a row in `docs/receiver-check.md`. */
  readonly rule: string;
  /** What was sent, in a phrase. */
  readonly played: string;
  /** Where the contract requires it. */
  readonly contract: string;
}

export function passed(seen: string, exchanges: readonly Exchange[]): Finding {
  return { state: "passed", seen, exchanges };
}

export function skipped(seen: string, exchanges: readonly Exchange[] = []): Finding {
  return { state: "skipped", seen, exchanges };
}

/** @param telling the decisive exchange; default: the last one */
export function warned(
  seen: string,
  advice: string,
  exchanges: readonly Exchange[],
  telling: Exchange | undefined = exchanges.at(-1),
): Finding {
  return { state: "warned", seen, advice, exchanges, ...(telling && { telling }) };
}

/** @param telling the decisive exchange; default: the last one */
export function failed(
  seen: string,
  advice: string,
  exchanges: readonly Exchange[],
  telling: Exchange | undefined = exchanges.at(-1),
): Finding {
  return { state: "failed", seen, advice, exchanges, ...(telling && { telling }) };
}
