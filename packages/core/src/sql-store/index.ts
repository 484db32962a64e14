export { laneKeyOf } from "../lane-key.ts";
export { BackendNames, firstBackend, laneNumber, laneOfNumber } from "./backend-names.ts";
export { channelOf, writeDefinition } from "./channel-row.ts";
export { secretsLayout, writeSecrets } from "./channel-secrets.ts";
export {
  failureOf,
  fromJson,
  kindNumber,
  outcomeOf,
  stateOf,
  states,
  toJson,
} from "./column-values.ts";
export { type ConversationColumns, conversationOf } from "./conversation-row.ts";
export { type DeadLetterColumns, deadLetterPage } from "./dead-letter-page.ts";
export { deliveryBackend, deliveryNumber } from "./delivery-number.ts";
export {
  conversationDeliveryPage,
  type DeliveryColumns,
  deliveryPage,
  rowsForPage,
  type StateQuery,
  storedDelivery,
} from "./delivery-page.ts";
export type { Draft } from "./draft.ts";
export { brokenEntryError, entryPage, keyAt, type KeyedRow, type RowsPlan } from "./entry-page.ts";
export {
  type IdempotencyKeyColumns,
  idempotencyKeyEntry,
  laneEntry,
  type LaneEntryColumns,
} from "./entry-rows.ts";
export { type MessageColumns, messagePage, storedMessage } from "./message-page.ts";
export { type NoticeColumns, noticeOf } from "./notice-row.ts";
export { type OwnerChangeColumns, ownerChangeOf } from "./owner-change-row.ts";
export { cursorOf, pageOf } from "./page.ts";
export {
  type FoundSchema,
  makeVersion,
  missingSteps,
  readVersion,
  type Schema,
  type SchemaStep,
  type SchemaVersion,
  scriptOf,
  type SqlStep,
  storeRefusal,
  versionTable,
  writeVersion,
} from "./schema-steps.ts";
export { type SentColumns, sentMessageOf } from "./sent-message.ts";
export { sequencesOf, type Stored } from "./sequences.ts";
export {
  type AppliedBatch,
  applyBatch,
  type StateFacts,
  type StateUsage,
} from "../state/apply-batch.ts";
export {
  type ChangedOwner,
  changeOwner,
  type ChosenOwner,
  chosenOwner,
  firstOwner,
  type OwnedConversation,
} from "../owners/change-owner.ts";
export { withCurrentNames } from "../owners/current-names.ts";
export { everOwners } from "../owners/ever-owners.ts";
export { LeasesLeft } from "../owners/leases-left.ts";
export { maySend } from "../owners/may-send.ts";
export { ownerChangeHead } from "../owners/owner-change-head.ts";
export { keysOf } from "../state/state-batch.ts";
export {
  claimableAt,
  claimEntry,
  entryBytes,
  erasedKeptMs,
  strayClaimMs,
} from "../state/stored-entry.ts";
export type { StoredLane } from "./stored-lane.ts";
export { messageEntryText, visitorEntryText } from "../search/entry-text.ts";
export {
  type Candidate,
  type CandidateList,
  readSearchCursor,
  searchPage,
} from "../search/search-page.ts";
export { messagesSearched, visitorsSearched } from "../search/short-query.ts";
export { trigramNumber, trigramsOf, trigramsOfWords } from "../search/trigrams.ts";
export { followUpOf } from "../follow-up.ts";
export {
  grantLease,
  pausedLease,
  releaseLease,
  repairAfterRestart,
  resumedLane,
  unusedLease,
} from "../model/lane.ts";
export { longestAskedPauseMs } from "../model/schedule.ts";
export { mergeProfile } from "../protocol/senders/profile.ts";
