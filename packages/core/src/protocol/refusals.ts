import { type RefusalName, refusals } from "./refusal-table.ts";

/** Why something was not done, ready for any door: the HTTP status, and the failure shape's two fields (ruling 4). */
export interface Refusal {
  readonly httpStatus: number;
  /** Stable; stands in `refusals`. */
  readonly code: number;
  /** For the person who reads it: where, what is expected, what happened to the message. Never quotes a value. */
  readonly message: string;
  /** Path of the field at fault, such as `sender.id`. */
  readonly field?: string;
  /** Value of `Retry-After`, in whole seconds. */
  readonly retryAfterSeconds?: number;
  /** Value of `Allow`. */
  readonly allow?: string;
}

/** What a refusal may add to its row. */
export interface RefusalFacts {
  /** Path of the field at fault. */
  readonly field?: string;
  /** Replaces the row's `when`: what is expected. Must not hold a received value. */
  readonly detail?: string;
  readonly retryAfterSeconds?: number;
  readonly allow?: string;
}

/** The refusal called `name`, with its row's number and status. */
export function refuse(name: RefusalName, facts: RefusalFacts = {}): Refusal {
  const { code, httpStatus, when, outcome } = refusals[name];
  const { detail, ...headers } = facts;
  const where = facts.field === undefined ? "" : `${facts.field}: `;
  return { httpStatus, code, message: `${where}${detail ?? when}. ${outcome}`, ...headers };
}

/** The body of a refusal: the failure shape of §4.3. */
export function refusalBody({ code, message }: Refusal): {
  readonly error: { readonly code: number; readonly message: string };
} {
  return { error: { code, message } };
}
