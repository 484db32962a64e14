import type { Delivery } from "./delivery.ts";
import type { Ledger } from "./ledger.ts";
import type { Plan } from "../plan/plan.ts";
import type { Entry } from "./trace-entry.ts";

/** One run to judge: its plan, its trace and its ledger. */
export interface Run {
  readonly plan: Pick<
    Plan,
    "seed" | "nodes" | "notices" | "bounds" | "skewMs" | "channels" | "inputs" | "router"
  >;
  readonly entries: readonly Entry[];
  readonly ledger: Ledger;
  /** Secrets of the channels. */
  readonly secrets: readonly string[];
}

/** A promise of the engine and the check for it. */
export interface Check {
  readonly name: string;
  /** One sentence, quoted in failures. */
  readonly promise: string;
  /** One text for each violation; empty when there is none. */
  readonly find: (run: Run) => readonly string[];
}

/** Entries of one kind. */
export function entriesOf<Kind extends Entry["kind"]>(
  { entries }: Pick<Run, "entries">,
  kind: Kind,
): readonly Extract<Entry, { kind: Kind }>[] {
  return entries.filter((entry): entry is Extract<Entry, { kind: Kind }> => entry.kind === kind);
}

/** Whether the clocks were set in this time. */
export function isJumped(
  run: Pick<Run, "entries">,
  from = 0,
  to = Number.POSITIVE_INFINITY,
): boolean {
  return entriesOf(run, "life").some(({ event, at }) => event === "jump" && at >= from && at <= to);
}

/** Deliveries of one lane kind. */
export function deliveriesOf({ ledger }: Run, kind: Delivery["kind"]): readonly Delivery[] {
  return ledger.deliveries.filter((delivery) => delivery.kind === kind);
}
