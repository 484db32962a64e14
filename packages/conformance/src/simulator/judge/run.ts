import type { Delivery } from "./delivery.ts";
import type { Ledger } from "./ledger.ts";
import type { Plan } from "../plan/plan.ts";
import type { Entry } from "./trace-entry.ts";

/** One run as it is judged: what was planned, what was seen, and what follows from it. */
export interface Run {
  readonly plan: Pick<Plan, "bounds" | "skewMs" | "channels" | "inputs">;
  readonly entries: readonly Entry[];
  readonly ledger: Ledger;
  /** Secrets of the channels. */
  readonly secrets: readonly string[];
}

/** One promise, and how to see it broken. */
export interface Check {
  readonly name: string;
  /** One sentence; quoted when it was broken. */
  readonly promise: string;
  /** What broke it, each time; empty when nothing did. */
  readonly find: (run: Run) => readonly string[];
}

/** Entries of one kind. */
export function entriesOf<Kind extends Entry["kind"]>(
  { entries }: Pick<Run, "entries">,
  kind: Kind,
): readonly Extract<Entry, { kind: Kind }>[] {
  return entries.filter((entry): entry is Extract<Entry, { kind: Kind }> => entry.kind === kind);
}

/** Deliveries of one lane kind. */
export function deliveriesOf({ ledger }: Run, kind: Delivery["kind"]): readonly Delivery[] {
  return ledger.deliveries.filter((delivery) => delivery.kind === kind);
}
