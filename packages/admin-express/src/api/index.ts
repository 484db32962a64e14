export { Backup, BackupFile, BackupList, BackupRequest } from "./backup.ts";
export {
  ChannelList,
  ChannelPatch,
  ChannelView,
  IssuedChannelView,
  NewChannel,
  Rotation,
  SignedChannelView,
} from "./channel.ts";
export {
  ConversationList,
  ConversationListQuery,
  ConversationView,
  Erased,
  MessageList,
  MessageView,
  VisitorRequest,
} from "./conversation.ts";
export {
  Accepted,
  AttemptView,
  DeadLetterList,
  DeadLetterView,
  DeliveryList,
  DeliveryListQuery,
  DeliveryView,
  FailureView,
  RetryAccepted,
} from "./delivery.ts";
export { DoctorQuery, Findings, FindingView } from "./doctor.ts";
export { ErrorAnswer } from "./error.ts";
export { ExportLine, ExportQuery } from "./export.ts";
export { Job, JobList, RetentionRequest, RetentionResult } from "./job.ts";
export {
  OwnerChanged,
  OwnerChangeView,
  OwnerCounts,
  OwnerHistory,
  OwnerRequest,
  OwnerView,
} from "./owner.ts";
export { PageQuery } from "./page.ts";
export { BackendBacklog, Backlog, Status } from "./status.ts";
