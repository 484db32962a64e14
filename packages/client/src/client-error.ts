const marker = Symbol.for("@parley/client/ParleyClientError");

/**
 * Why a call failed.
 * - `refused`: the gateway refused; `code` says why. Sending the same again helps only when `retryable`.
 * - `unreachable`, `timeout`: no answer after all retries. The message may have been stored.
 * - `unreadable-answer`: the answer does not come from a gateway; check the URL.
 * - `invalid-argument`: nothing was sent.
 */
export type ClientFailure =
  | "refused"
  | "unreachable"
  | "timeout"
  | "unreadable-answer"
  | "invalid-argument";

/** Facts of a failure. */
export interface ClientFailureFacts {
  readonly message: string;
  readonly code?: number | null;
  readonly status?: number | null;
  readonly field?: string | null;
  readonly retryAfterSeconds?: number | null;
  readonly cause?: unknown;
}

/**
 * The only error that the client throws, besides the reason of an `AbortSignal`. No message holds the secret URL.
 */
export class ParleyClientError extends Error {
  readonly reason: ClientFailure;
  /** One of `errorCodes`, or a code of a newer gateway; `null` unless the gateway refused. */
  readonly code: number | null;
  /** HTTP status; `null` when there was no answer. */
  readonly status: number | null;
  /** Path of the wrong field, such as `sender.id`; `null` when the failure is not about one field. */
  readonly field: string | null;
  /** Value of the gateway's `Retry-After`; `null` when it sent none. */
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

  /** True for an error of any copy of this package. */
  static is(error: unknown): error is ParleyClientError {
    return typeof error === "object" && error !== null && marker in error;
  }
}

/** Temporary statuses: those of the gateway, and those of a proxy in front of it. */
const passing: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

function isRetryable(reason: ClientFailure, status: number | null): boolean {
  if (reason === "unreachable" || reason === "timeout") return true;
  return status !== null && passing.has(status);
}
