import { ParleyError } from "@parley/core";

/** How many connections one node takes, and how long it waits for the server. What is left out has its default. */
export interface ConnectionLimits {
  /** Connections for commits and claims, at most; 4 by default. */
  readonly writers?: number;
  /** Connections for reads, at most; 4 by default. */
  readonly readers?: number;
  /** For a new connection, or a free one, in milliseconds; 800 by default. */
  readonly connectTimeoutMs?: number;
  /**
   * What the server may spend on one statement, in milliseconds; 700 by default. The answer to all that were sent together
   * may take 100 ms and an eighth more.
   */
  readonly statementTimeoutMs?: number;
}

const defaultLimits: Required<ConnectionLimits> = {
  writers: 4,
  readers: 4,
  connectTimeoutMs: 800,
  statementTimeoutMs: 700,
};
/** What the way there and back may take. */
const answerMarginMs = 100;

/** @throws ParleyError `invalid-option` for what is no whole number of at least 1. */
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

/** How long a call waits for an answer of the server before it gives the connection up. */
export function answerTimeoutMs({ statementTimeoutMs }: Required<ConnectionLimits>): number {
  return statementTimeoutMs + answerMarginMs;
}
