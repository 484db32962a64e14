const marker = Symbol.for("@parley/core/ParleyError");

/** Options of every `ParleyError`. */
export interface ParleyErrorOptions {
  /** Whether the same call may succeed later without any change. */
  readonly retryable?: boolean;
  readonly cause?: unknown;
}

/**
 * An error that the operator must act on: wrong configuration, an unusable file, a store that cannot commit.
 * `message` is one sentence for the person who runs the gateway. Every `code` is listed in `docs/errors.md`.
 */
export class ParleyError extends Error {
  readonly code: string;
  readonly retryable: boolean;
  readonly [marker] = true;

  constructor(code: string, message: string, options: ParleyErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ParleyError";
    this.code = code;
    this.retryable = options.retryable ?? false;
  }

  /** True for a `ParleyError` of any copy of this package. */
  static is(error: unknown): error is ParleyError {
    return typeof error === "object" && error !== null && marker in error;
  }
}
