import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServiceIdentifier } from "inversify";

/** For hosts: the Prometheus page and the shutdown. Resolve it with `gateway.get(Telemetry)`. */
export interface Telemetry {
  /**
   * Answers `GET` with the metrics. They hold only ids and counts, but give access to operators alone. Never
   * rejects.
   */
  readonly metricsHandler: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /**
   * The same page, for a host with its own endpoint.
   * @throws when the metrics cannot be collected
   */
  text(): Promise<string>;
  /**
   * Exports the remaining spans for at most some seconds, then stops. `gateway.close()` calls it too. Never
   * rejects.
   */
  shutdown(): Promise<void>;
}
export const Telemetry = Symbol.for("@parley/telemetry/Telemetry") as ServiceIdentifier<Telemetry>;
