import type { Failure, Outcome } from "../model/delivery.ts";
import { type LaneKind, laneKinds } from "../model/lane.ts";
import type { DeliveryEntry } from "../model/store-entry.ts";

/** The database's numbers for the states of a delivery. */
export const states = { waiting: 0, delivered: 1, failed: 2, superseded: 3 } as const;

const stateNames: readonly DeliveryEntry["state"][] = [
  "waiting",
  "delivered",
  "failed",
  "superseded",
];
const outcomes: readonly Outcome[] = ["waiting", "delivered", "failed", "failed"];

/** The state of a number in the database. */
export function stateOf(state: number): DeliveryEntry["state"] {
  return stateNames[state] ?? "waiting";
}

/** The outcome of a state's number; a superseded delivery has failed. */
export function outcomeOf(state: number): Outcome {
  return outcomes[state] ?? "failed";
}

/** The database's number for a lane kind. */
export function kindNumber(kind: LaneKind): number {
  return laneKinds.indexOf(kind);
}

/** Parses a failure column. */
export function failureOf(text: string | null): Failure | null {
  return text === null ? null : (JSON.parse(text) as Failure);
}

/**
 * Encodes a memo or a record as JSON, because it may hold lone surrogates, which a database cannot store as UTF-8.
 */
export function toJson(text: string | null): string | null {
  return text === null ? null : JSON.stringify(text);
}

/** Decodes a text of `toJson`. */
export function fromJson(text: string | null): string | null {
  return text === null ? null : (JSON.parse(text) as string);
}
