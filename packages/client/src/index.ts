export type { Warning } from "./answer.ts";
export { type ClientFailure, type ClientFailureFacts, ParleyClientError } from "./client-error.ts";
export {
  type ClientOptions,
  createClient,
  type ParleyClient,
  type SendRequest,
  type Sent,
} from "./client.ts";
export { errorCodes } from "./error-codes.ts";
export { fileMessage, locationMessage, textMessage } from "./message-makers.ts";
export {
  type FileDetails,
  type FileMessage,
  type FileType,
  type LocationMessage,
  type Message,
  type PlaceDetails,
  type TextMessage,
  type TypingType,
} from "./message.ts";
export type { Profile, Visitor, VisitorId } from "./visitor.ts";

export type {
  AgentMessage,
  AgentSender,
  AgentTyping,
  Recipient,
  UnknownAgentMessage,
} from "./receive/agent-event.ts";
export { type Delivery, type DeliveryAnswer, receiverCodes } from "./receive/delivery.ts";
export { type HonoContext, honoHandler } from "./receive/hono-handler.ts";
export { createReceiver, type Receiver, type ReceiverOptions } from "./receive/receiver.ts";
export { RejectMessage } from "./receive/reject-message.ts";
export { type RememberedIds, rememberInMemory } from "./receive/remembered-ids.ts";
