const marker = Symbol.for("@parley/client/RejectMessage");

/**
 * Throw it from `onMessage` for a message that your system will never accept. The message is not sent again, and
 * the agent reads `message` (§4.3). Any other error causes a redelivery.
 */
export class RejectMessage extends Error {
  /** A number that you choose; the operator may hide descriptions by it. */
  readonly code: number;
  readonly [marker] = true;

  /** `message`: text for the agent, at most 1000 characters. */
  constructor(code: number, message: string) {
    super(message);
    this.name = "RejectMessage";
    this.code = code;
  }

  /** True for an error of any copy of this package. */
  static is(error: unknown): error is RejectMessage {
    return typeof error === "object" && error !== null && marker in error;
  }
}
