export { ingressExpress, type IngressOptions } from "./ingress-express.ts";
export { hardenServer, type ServerBounds } from "./harden-server.ts";
export type { RateLimit, RateLimitOptions } from "./rate-limits.ts";
