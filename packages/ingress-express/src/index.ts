export { doorsExpress } from "./doors-express.ts";
export { ingressExpress } from "./ingress-express.ts";
export {
  type DoorsOptions,
  hardenServer,
  type IngressOptions,
  nodeDoor,
  type RateLimit,
  type RateLimitOptions,
  type ServerBounds,
} from "@parley/ingress-node";
