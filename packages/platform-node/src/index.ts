export { platformNode, type PlatformNodeOptions } from "./platform-node.ts";
export type { LogLevel } from "./logger.ts";
