import { ParleyError } from "@parley/core";

/** Connections of one node, and time limits for the server. Omitted values have their defaults. */
export interface ConnectionLimits {
  /** Maximum connections for commits and claims; default 4. */
  readonly writers?: number;
  /** Maximum connections for reads; default 4. */
  readonly readers?: number;
  /** Time limit for a new or free connection, in milliseconds; default 800. */
  readonly connectTimeoutMs?: number;
  /**
   * Time limit of one statement in the server, in milliseconds; default 700. Statements sent together may take an
   * eighth and 100 ms more.
   */
  readonly statementTimeoutMs?: number;
}

const defaultLimits: Required<ConnectionLimits> = {
  writers: 4,
  readers: 4,
  connectTimeoutMs: 800,
  statementTimeoutMs: 700,
};
/** Allowance for the round trip. */
const answerMarginMs = 100;

/** @throws ParleyError `invalid-option` unless every value is a whole number of at least 1. */
export function limitsOf(given: ConnectionLimits): Required<ConnectionLimits> {
  for (const [name, value] of Object.entries(given)) {
    if (Number.isInteger(value) && value >= 1) continue;
    throw new ParleyError(
      "invalid-option",
      `limits.${name} of the PostgreSQL store must be a whole number of at least 1.`,
    );
  }
  return { ...defaultLimits, ...given };
}

/** How long a call waits for the server's answer before it closes the connection. */
export function answerTimeoutMs({ statementTimeoutMs }: Required<ConnectionLimits>): number {
  return statementTimeoutMs + answerMarginMs;
}
