const marker = Symbol.for("@parley/core/ParleyError");

/** Facts shared by every error that Parley throws on purpose. */
export interface ParleyErrorOptions {
  /** Whether the same call may succeed later without anything being changed. */
  readonly retryable?: boolean;
  readonly cause?: unknown;
}

/**
 * A broken expectation: wrong configuration, an unusable file, a store that cannot commit. `message` is one sentence
 * for the person who runs the gateway. Every `code` stands in `docs/errors.md`.
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
