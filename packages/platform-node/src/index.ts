export { platformNode, type PlatformNodeOptions } from "./platform-node.ts";
export type { LogLevel } from "./logger.ts";
export { returnMemoryAtRest } from "./memory-at-rest.ts";
