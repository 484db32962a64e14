import { type RefusalName, refusals } from "./refusal-table.ts";

/** Why a request was refused: the HTTP status and the two fields of the failure shape (ruling 4). */
export interface Refusal {
  readonly httpStatus: number;
  /** Stable; listed in `refusals`. */
  readonly code: number;
  /** Says where the fault is, what is expected and what happened to the message. Never quotes a value. */
  readonly message: string;
  /** Path of the wrong field, such as `sender.id`. */
  readonly field?: string;
  /** Value of `Retry-After`, in whole seconds. */
  readonly retryAfterSeconds?: number;
  /** Value of `Allow`. */
  readonly allow?: string;
}

/** Facts of one refusal that its row does not hold. */
export interface RefusalFacts {
  /** Path of the wrong field. */
  readonly field?: string;
  /** Says what is expected, in place of the row's `when`. Must not hold a received value. */
  readonly detail?: string;
  readonly retryAfterSeconds?: number;
  readonly allow?: string;
}

/** The refusal `name`, with its row's number and status. */
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
