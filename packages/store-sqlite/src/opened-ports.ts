import type {
  BackupSource,
  ChannelStore,
  ConversationStore,
  DeadLetterStore,
  DeliveryStore,
  Diagnostician,
  MessageStore,
  RetentionStore,
} from "@parley/core";
import { SqliteBackupSource } from "./backup-source.ts";
import { SqliteChannelStore } from "./channel-store.ts";
import { SqliteConversationStore } from "./conversation-store.ts";
import type { Database, DatabasePlace } from "./database.ts";
import { SqliteDeadLetterStore } from "./dead-letter-store.ts";
import { SqliteDeliveryStore } from "./delivery-store.ts";
import { SqliteDiagnostician } from "./diagnosis.ts";
import { systemDisk } from "./disk-findings.ts";
import { SqliteMessageStore } from "./message-store.ts";
import { SqliteRetentionStore } from "./retention-store.ts";

/** Every port that one opened database serves. */
export interface OpenedPorts {
  readonly messages: MessageStore;
  readonly conversations: ConversationStore;
  readonly channels: ChannelStore;
  readonly deadLetters: DeadLetterStore;
  readonly deliveries: DeliveryStore;
  readonly retention: RetentionStore;
  readonly diagnostician: Diagnostician;
  readonly backups: BackupSource;
}

export function openedPorts(database: Database, { fileName }: DatabasePlace): OpenedPorts {
  return {
    messages: new SqliteMessageStore(database),
    conversations: new SqliteConversationStore(database),
    channels: new SqliteChannelStore(database),
    deadLetters: new SqliteDeadLetterStore(database),
    deliveries: new SqliteDeliveryStore(database),
    retention: new SqliteRetentionStore(database),
    diagnostician: new SqliteDiagnostician(database, systemDisk),
    backups: new SqliteBackupSource(database, fileName),
  };
}
