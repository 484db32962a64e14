const marker = Symbol.for("@parley/client/ParleyClientError");

/**
 * Why a call came to nothing.
 * - `refused`: the gateway said no; `code` says why. Sending the same again is of use only when `retryable`.
 * - `unreachable`, `timeout`: no answer, also after all retries. The message may have been stored.
 * - `unreadable-answer`: something answered that is no gateway; look at the URL.
 * - `invalid-argument`: nothing was sent.
 */
export type ClientFailure =
  | "refused"
  | "unreachable"
  | "timeout"
  | "unreadable-answer"
  | "invalid-argument";

/** What is known of a failure. */
export interface ClientFailureFacts {
  readonly message: string;
  readonly code?: number | null;
  readonly status?: number | null;
  readonly field?: string | null;
  readonly retryAfterSeconds?: number | null;
  readonly cause?: unknown;
}

/** Everything that the client throws but for the reason of an `AbortSignal`. No message holds the secret URL. */
export class ParleyClientError extends Error {
  readonly reason: ClientFailure;
  /** One of `errorCodes`, or one of a newer gateway; `null` unless it refused. */
  readonly code: number | null;
  /** HTTP status; `null` when there was no answer. */
  readonly status: number | null;
  /** Path of the field at fault, such as `sender.id`; `null` when no single one is. */
  readonly field: string | null;
  /** How long the gateway asks to be left alone; `null` when it does not. */
  readonly retryAfterSeconds: number | null;
  /** Whether the same message, with the same `message.id`, may be accepted later. */
  readonly retryable: boolean;
  readonly [marker] = true;

  constructor(reason: ClientFailure, facts: ClientFailureFacts) {
    super(facts.message, facts.cause === undefined ? {} : { cause: facts.cause });
    this.name = "ParleyClientError";
    this.reason = reason;
    this.code = facts.code ?? null;
    this.status = facts.status ?? null;
    this.field = facts.field ?? null;
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
    this.retryable = isRetryable(reason, this.status);
  }

  /** Also across two copies of this package in one program. */
  static is(error: unknown): error is ParleyClientError {
    return typeof error === "object" && error !== null && marker in error;
  }
}

/** Statuses that pass by themselves: the gateway's own, and those of a proxy before it. */
const passing: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

function isRetryable(reason: ClientFailure, status: number | null): boolean {
  if (reason === "unreachable" || reason === "timeout") return true;
  return status !== null && passing.has(status);
}
