export { telemetry } from "./telemetry.ts";
export { Telemetry } from "./telemetry-port.ts";
export type { TelemetryOptions } from "./telemetry-options.ts";
