export { ingressNode, type IngressNodeOptions } from "./ingress-node.ts";
export type { IngressOptions } from "./ingress-options.ts";
export {
  hardenServer,
  ingressServerOptions,
  type ServerBounds,
} from "./connections/harden-server.ts";
export { doorsNode, type DoorsNodeOptions } from "./doors/doors-node.ts";
export type { DoorsOptions } from "./doors/door-options.ts";
export { nodeDoor } from "./doors/node-door.ts";
export type { RateLimit, RateLimitOptions } from "./rate-limits.ts";
export type { IncomingWebhook, WebhookHead } from "./webhooks/webhook.ts";
export type { WebhookAnswer } from "./webhooks/webhook-answer.ts";
export { webhookNode, type WebhookNodeOptions } from "./webhooks/webhook-node.ts";
