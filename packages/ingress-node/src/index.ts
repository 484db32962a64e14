export { ingressNode, type IngressNodeOptions } from "./ingress-node.ts";
export type { IngressOptions } from "./ingress-options.ts";
export { hardenServer, type ServerBounds } from "./harden-server.ts";
export type { RateLimit, RateLimitOptions } from "./rate-limits.ts";
export { ingressServerOptions } from "./server-options.ts";
export type { IncomingWebhook, WebhookHead } from "./webhook.ts";
export type { WebhookAnswer } from "./webhook-answer.ts";
export { webhookNode, type WebhookNodeOptions } from "./webhook-node.ts";
