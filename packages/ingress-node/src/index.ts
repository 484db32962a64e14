export { ingressNode, type IngressNodeOptions } from "./ingress-node.ts";
export type { IngressOptions } from "./ingress-options.ts";
export { hardenServer, type ServerBounds } from "./harden-server.ts";
export type { RateLimit, RateLimitOptions } from "./rate-limits.ts";
export { ingressServerOptions } from "./server-options.ts";
export type { Webhook } from "./webhook.ts";
export { webhookNode, type WebhookAnswer, type WebhookNodeOptions } from "./webhook-node.ts";
