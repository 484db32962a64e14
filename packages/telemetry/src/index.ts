export { telemetry } from "./telemetry.ts";
export { Telemetry } from "./telemetry-door.ts";
export type { TelemetryOptions } from "./telemetry-options.ts";
