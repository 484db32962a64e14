export { ingressExpress } from "./ingress-express.ts";
export {
  hardenServer,
  type IngressOptions,
  type RateLimit,
  type RateLimitOptions,
  type ServerBounds,
} from "@parley/ingress-node";
