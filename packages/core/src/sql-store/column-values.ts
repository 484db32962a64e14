import type { Failure, Outcome } from "../model/delivery.ts";
import { type LaneKind, laneKinds } from "../model/lane.ts";
import type { DeliveryEntry } from "../model/store-entry.ts";

/** The numbers that stand for a delivery's states in the database. */
export const states = { waiting: 0, delivered: 1, failed: 2, superseded: 3 } as const;

const stateNames: readonly DeliveryEntry["state"][] = [
  "waiting",
  "delivered",
  "failed",
  "superseded",
];
const outcomes: readonly Outcome[] = ["waiting", "delivered", "failed", "failed"];

/** The state that a number stands for. */
export function stateOf(state: number): DeliveryEntry["state"] {
  return stateNames[state] ?? "waiting";
}

/** The outcome that a state's number stands for: a superseded delivery has failed. */
export function outcomeOf(state: number): Outcome {
  return outcomes[state] ?? "failed";
}

/** The number that stands for a kind in the database. */
export function kindNumber(kind: LaneKind): number {
  return laneKinds.indexOf(kind);
}

export function failureOf(text: string | null): Failure | null {
  return text === null ? null : (JSON.parse(text) as Failure);
}

/** A memo or a record may hold a text that a database's UTF-8 cannot; as JSON it survives. */
export function toJson(text: string | null): string | null {
  return text === null ? null : JSON.stringify(text);
}

export function fromJson(text: string | null): string | null {
  return text === null ? null : (JSON.parse(text) as string);
}
