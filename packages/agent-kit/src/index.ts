export { type AgentApi, agentApi, type AgentApiOptions, type ApiRequest } from "./api/agent-api.ts";
export type { ApiAnswer } from "./api/api-answer.ts";
export { ApiError, type ApiErrorFacts, type ApiErrorKind } from "./api/api-error.ts";
export { ApiHealth, type RefusedCredentials } from "./api/api-health.ts";
export type { ApiVerdict } from "./api/api-verdict.ts";
export { dueAfter, eraseAll, receiptOf, taken } from "./api/receipts.ts";
export { bearerToken, type BearerTokenOptions } from "./signatures/bearer-token.ts";
export { ed25519Signature, type Ed25519SignatureOptions } from "./signatures/ed25519-signature.ts";
export { hmacSignature, type HmacSignatureOptions } from "./signatures/hmac-signature.ts";
export { jwtSignature, type JwtSignatureOptions } from "./signatures/jwt-signature.ts";
export type { RequestCheck } from "./signatures/request-check.ts";
export type { SignedContent } from "./signatures/signed-content.ts";
export {
  type SignedWebhook,
  signWebhook,
  standardWebhooksSignature,
  type StandardWebhooksOptions,
  type WebhookHeaders,
} from "./signatures/standard-webhooks.ts";
export { staticSecret, type StaticSecretOptions } from "./signatures/static-secret.ts";
export type { SignedTime } from "./signatures/timestamp.ts";
export {
  appDiagnostician,
  type AppDiagnosticianOptions,
  type WebhookState,
} from "./diagnosis/app-diagnostician.ts";
export { refusalResponse } from "./doors/refusal-response.ts";
export {
  agentFileMessage,
  type AgentFileMessage,
  agentTextMessage,
  type AgentTextMessage,
} from "./messages/agent-messages.ts";
export { messageText } from "./messages/message-text.ts";
export { textParts, type TextPartsOptions } from "./messages/text-parts.ts";
export { visitorCard } from "./messages/visitor-card.ts";
export { withoutMentions } from "./messages/without-mentions.ts";
