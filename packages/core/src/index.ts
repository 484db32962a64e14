export { ParleyError } from "./errors.ts";
export { ContractVersion, contractVersion } from "./wiring/contract-version.ts";
export { checkContractVersion } from "./wiring/contract-version.ts";
export { type GatewayOptions, gatewayOptions } from "./wiring/gateway-options.ts";
export { OpenTimeLimit } from "./wiring/open-time-limit.ts";
export {
  type BackendServices,
  type PluginBackends,
  pluginModule,
  type PluginOptions,
  type PluginServices,
} from "./wiring/plugin-module.ts";
export type { PluginOf, PortTokens } from "./wiring/plugin-ports.ts";
export { readOptions } from "./wiring/read-options.ts";

export {
  type AcceptAnswer,
  type AcceptContext,
  type AuthenticatedChannel,
  Inbox,
} from "./ports/services/inbox.ts";
export { Outbox, type SendAnswer, type SendRequest } from "./ports/services/outbox.ts";
export {
  ChannelAdmin,
  type ChannelAnswer,
  type ChannelChange,
  Channels,
  type IssuedChannel,
  type IssuedSigningKey,
} from "./ports/services/channels.ts";
export { Conversations } from "./ports/services/conversations.ts";
export { DeadLetters } from "./ports/services/dead-letters.ts";
export { Deliveries, type RetryAnswer } from "./ports/services/deliveries.ts";
export { Search } from "./ports/services/search.ts";
export {
  type TestMessageAnswer,
  type TestMessageRequest,
  TestMessages,
} from "./ports/services/test-messages.ts";
export { Retention, type Purged, type PurgeOptions } from "./ports/services/retention.ts";
export {
  Diagnosis,
  type DiagnosisOptions,
  type Finding,
  type FindingLevel,
} from "./ports/platform/diagnosis.ts";

export {
  AgentBackend,
  type Availability,
  type LaterReceipt,
  type Receipt,
} from "./ports/agent-backend.ts";
export { DeliveredListener } from "./ports/delivered-listener.ts";
export { type ErasedConversation, ErasureListener } from "./ports/erasure-listener.ts";
export { type DueAnswer, type DueEntry, DueListener } from "./ports/due-listener.ts";
export { Door, type DoorRequest, type DoorResponse, type NamedDoor } from "./ports/door.ts";
export { fetchDoor } from "./doors/fetch-door.ts";
export { retryAfterMs } from "./plugins/retry-after-ms.ts";
export { PluginInstance, type StandingEntry } from "./ports/plugin-instance.ts";
export { type LastingPause, Pauses } from "./ports/services/pauses.ts";
export { Readiness } from "./ports/services/readiness.ts";
export { PluginState } from "./ports/services/plugin-state.ts";
export { TypingListener, type TypingType } from "./ports/typing-listener.ts";
export { WorkNotices } from "./ports/stores/work-notices.ts";
export { Signals } from "./ports/stores/signals.ts";
export {
  Transport,
  type TransportFailure,
  type TransportRequest,
  type TransportResult,
} from "./ports/transport.ts";
export { type Fetch, httpFetch, type HttpFetchOptions } from "./http/http-fetch.ts";
export { readOrigin, refusedHeaders } from "./http/request-rules.ts";
export { HttpClient, type HttpRequest, type HttpResponse } from "./ports/http-client.ts";
export { type MediaAnswer, type MediaCopyRequest, MediaStore } from "./ports/media-store.ts";
export type { MediaRefusal, StoredMedia } from "./ports/media-store.ts";
export { TargetCheck, type TargetRefusal } from "./ports/target-check.ts";
export { type TargetFault, type TargetProbe, TransportProbe } from "./ports/transport-probe.ts";
export { Diagnostician } from "./ports/services/diagnostician.ts";
export { errorFacts } from "./engine/error-facts.ts";
export { anySuccessHides, failureAdvice } from "./engine/diagnosis/findings/acknowledge-advice.ts";
export { saysNo } from "./engine/diagnosis/answer-shape.ts";
export { faultFinding, okFinding, warningFinding } from "./engine/diagnosis/findings/findings.ts";
export { type BackupFacts, BackupSource } from "./ports/stores/backup-source.ts";
export { ChannelStore } from "./ports/stores/channel-store.ts";
export {
  type ConversationChannel,
  type ConversationRef,
  ConversationStore,
  type Page,
  type PageRequest,
} from "./ports/stores/conversation-store.ts";
export { type DeadLetter, DeadLetterStore } from "./ports/stores/dead-letter-store.ts";
export {
  type Backlog,
  type DeliveryQuery,
  DeliveryStore,
  type SentMessage,
  type StoredDelivery,
} from "./ports/stores/delivery-store.ts";
export { type PurgeStep, RetentionStore } from "./ports/stores/retention-store.ts";
export { type IndexStep, type SearchHit, SearchStore } from "./ports/stores/search-store.ts";
export {
  type ErasedEntries,
  ErasureStore,
  type StoredErasure,
} from "./ports/stores/erasure-store.ts";
export {
  type DueEntries,
  type DueRequest,
  type InstanceUsage,
  type StatePageRequest,
  StateStore,
} from "./ports/stores/state-store.ts";
export { type PausedLane, PauseStore, type ResumedLanes } from "./ports/stores/pause-store.ts";
export { type BackendPause, defaultBackend } from "./model/backend-pause.ts";
export type { NewOwner, Owner, OwnerChange, StoredOwnerChange } from "./model/owner.ts";
export {
  type BackendAnswers,
  type BackendsInUse,
  BackendStore,
} from "./ports/stores/backend-store.ts";
export { AgentRouter, type FailOverRule, type Visit } from "./ports/agent-router.ts";
export { OwnerListener, type OwnerNotice } from "./ports/owner-listener.ts";
export { OwnBackends } from "./ports/services/own-backends.ts";
export { OwnedConversations } from "./ports/services/owned-conversations.ts";
export { Owners, type TransitionAnswer, type TransitionRequest } from "./ports/services/owners.ts";
export { type OwnedCount, type OwnedQuery, OwnerStore } from "./ports/stores/owner-store.ts";
export type { StateBatch, StateLimits, StateWrite } from "./state/state-batch.ts";
export type { StoredEntry } from "./state/stored-entry.ts";
export type {
  ResendAppend,
  Append,
  AppendResult,
  InboundAppend,
  MessageIdentity,
  OutboundAppend,
  OwnerAppend,
  SendingBackend,
} from "./ports/stores/append.ts";
export {
  type CommitBatch,
  type CommitResult,
  type Head,
  type Lease,
  type BackendBudget,
  type LeaseBudget,
  MessageStore,
  type ReleaseScope,
  type Settlement,
  type Verdict,
} from "./ports/stores/message-store.ts";
export type { EntryPage, StoreExport } from "./ports/stores/store-export.ts";
export type { ImportedKind, ImportState, StoreImport } from "./ports/stores/store-import.ts";
export { Clock } from "./ports/platform/clock.ts";
export { Digest } from "./ports/platform/digest.ts";
export { type LogFields, Logger } from "./ports/platform/logger.ts";
export { type GatewayEvent, Observer } from "./ports/platform/observer.ts";
export { Random } from "./ports/platform/random.ts";
export { Timers } from "./ports/platform/timers.ts";

export {
  type Channel,
  ChannelKnobs,
  type ChannelSecret,
  defaultKnobs,
  type SigningKey,
} from "./model/channel.ts";
export {
  BackupFile,
  BackupManifest,
  backupManifestName,
  readBackupManifest,
} from "./model/backup-manifest.ts";
export {
  type ChannelKeyEntry,
  type ConversationEntry,
  type DeliveryEntry,
  type EntryKind,
  entryKinds,
  type IdempotencyKeyEntry,
  type ErasureNoticeEntry,
  type LaneEntry,
  type OwnerChangeEntry,
  type PluginInstanceEntry,
  type PluginStateEntry,
  type StoreEntries,
  type StoreEntry,
  type TaintedIdEntry,
} from "./model/store-entry.ts";
export { SealedCursors } from "./model/sealed-cursors.ts";
export type { AttemptOutcome, AttemptRecord, Delivery } from "./model/attempt.ts";
export { clientAddress, networkOf, plainAddress } from "./model/client-address.ts";
export type { ErasureNotice } from "./model/erasure-notice.ts";
export type { Conversation } from "./model/conversation.ts";
export {
  deliveryIdOf,
  type Failure,
  type FailureReason,
  type Outcome,
  type StoredMessage,
} from "./model/delivery.ts";
export { isRepeatInTime } from "./model/repeat-window.ts";
export { isMessageKind, type Lane, type LaneKind, laneKinds, type Progress } from "./model/lane.ts";
export type { DeliveredNotice } from "./model/delivered-notice.ts";
export type { DeliveryReport, StoredReport } from "./model/report.ts";
export {
  attemptLimit,
  backendDeadlineMs,
  dedupeWindowMs,
  lateStartMs,
  longestPauseMs,
  takeoverMs,
  tickMs,
  waitingLimit,
} from "./model/schedule.ts";
export type {
  Claim,
  PluginEntry,
  PluginEntryPage,
  PluginWrite,
  WriteAnswer,
  WriteCondition,
} from "./model/plugin-entry.ts";
export type { CallFacts, Turn } from "./model/turn.ts";
export type { VisitorEvent } from "./model/visitor-event.ts";

export { type Acknowledgement, readAcknowledgement } from "./protocol/answers/acknowledgement.ts";
export {
  type AdvisedAddress,
  withIdInQuery,
  withSlash,
} from "./protocol/answers/advised-address.ts";
export { isStricter, strictestAcknowledge } from "./protocol/answers/strictest-acknowledge.ts";
export { agentBody, readAgentMessage, typingBody } from "./protocol/agent-envelope.ts";
export { isChannelId } from "./protocol/channel-id.ts";
export type { Message } from "./protocol/messages/message.ts";
export { type MessageFieldName, messageFields } from "./protocol/messages/message-fields.ts";
export { type MessageType, messageTypes } from "./protocol/messages/message-types.ts";
export { type RefusalName, refusals } from "./protocol/refusal-table.ts";
export { type Profile } from "./protocol/senders/profile.ts";
export { type Refusal, refusalBody, refuse } from "./protocol/refusals.ts";
export { channelPlaceholder, checkChatApiUrl, targetUrl } from "./protocol/answers/target-url.ts";
export { textLimit } from "./protocol/messages/text.ts";
export { visitorIdText } from "./protocol/senders/visitor-id.ts";
export type { Warning } from "./protocol/warning.ts";

export { createGateway, type Gateway } from "./gateway.ts";
export { Bounds, defaultBounds } from "./engine/bounds.ts";
