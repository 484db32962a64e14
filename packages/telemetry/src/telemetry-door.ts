import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServiceIdentifier } from "inversify";

/** For hosts: the page for Prometheus, and the end. Resolve it with `gateway.get(Telemetry)`. */
export interface Telemetry {
  /** Answers `GET` with the metrics. Ids and counts only; still, mount it where operators are. Never rejects. */
  readonly metricsHandler: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** The same page, for a host with a door of its own. @throws when it cannot be collected. */
  text(): Promise<string>;
  /** Exports what is left, at most for some seconds, and stops. `gateway.close()` does it too. Never rejects. */
  shutdown(): Promise<void>;
}
export const Telemetry = Symbol.for("@parley/telemetry/Telemetry") as ServiceIdentifier<Telemetry>;
