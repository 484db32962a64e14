const marker = Symbol.for("@parley/client/RejectMessage");

/**
 * Thrown by `onMessage` for what your system will never take: the message is not sent again, and the agent reads
 * `message` (§4.3). Anything else that is thrown has it redelivered.
 */
export class RejectMessage extends Error {
  /** A number of your choice; the operator may hide descriptions by it. */
  readonly code: number;
  readonly [marker] = true;

  /** `message`: for the agent who reads it, at most 1000 characters. */
  constructor(code: number, message: string) {
    super(message);
    this.name = "RejectMessage";
    this.code = code;
  }

  /** Also across two copies of this package in one program. */
  static is(error: unknown): error is RejectMessage {
    return typeof error === "object" && error !== null && marker in error;
  }
}
