import type { TransportResult } from "../../ports/transport.ts";
import type { AttemptEnd } from "../outbound/redelivery.ts";

/** The answer of a receiver to the test message. */
export interface TestAnswer {
  /** The engine's reading of the answer. */
  readonly end: AttemptEnd;
  /** The transport's result, unchanged. */
  readonly result: TransportResult;
  readonly latencyMs: number;
}
