import type { TransportResult } from "../../ports/transport.ts";
import type { AttemptEnd } from "../outbound/redelivery.ts";

/** How a receiver took the test message. */
export interface TestAnswer {
  /** What the gateway would make of it. */
  readonly end: AttemptEnd;
  /** What came, as it came. */
  readonly result: TransportResult;
  readonly latencyMs: number;
}
