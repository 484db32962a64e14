export { transportUndici, type TransportUndiciOptions } from "./transport-undici.ts";
export type { Lookup } from "./host-resolver.ts";
