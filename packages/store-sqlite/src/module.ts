import {
  BackendStore,
  BackupSource,
  ChannelStore,
  ConversationStore,
  DeadLetterStore,
  DeliveryStore,
  ErasureStore,
  Diagnostician,
  MessageStore,
  OwnerStore,
  PauseStore,
  readOptions,
  RetentionStore,
  SearchStore,
  StateStore,
} from "@parley/core";
import { ContainerModule, type ServiceIdentifier } from "inversify";
import { Type } from "typebox";
import { SqliteBackendStore } from "./backends/backend-store.ts";
import { SqliteBackupSource } from "./backup/backup-source.ts";
import { SqliteChannelStore } from "./channels/channel-store.ts";
import { SqliteConversationStore } from "./reads/conversation-store.ts";
import { Database } from "./connection/database.ts";
import { SqliteDeadLetterStore } from "./reads/dead-letter-store.ts";
import { SqliteDeliveryStore } from "./reads/delivery-store.ts";
import { SqliteDiagnostician } from "./diagnosis/diagnosis.ts";
import { systemDisk } from "./diagnosis/disk-findings.ts";
import { SqliteMessageStore } from "./message-store.ts";
import { SqliteErasureStore } from "./erase/erasure-store.ts";
import { SqliteOwnerStore } from "./owners/owner-store.ts";
import { SqlitePauseStore } from "./pauses/pause-store.ts";
import { SqliteRetentionStore } from "./erase/retention-store.ts";
import { SqliteStateStore } from "./state/state-store.ts";
import { SqliteSearchStore } from "./search/search-store.ts";

/** Options of `storeSqlite`. */
export interface StoreSqliteOptions {
  /** Created for its owner only, when missing. Must be on a local file system. */
  readonly directory: string;
  /** Within `directory`; default `parley.db`. */
  readonly fileName?: string;
}

const Options = Type.Object(
  {
    directory: Type.String({ minLength: 1 }),
    fileName: Type.Optional(Type.String({ minLength: 1 })),
  },
  { additionalProperties: false },
);

/**
 * Binds the store ports to one SQLite file. It is opened when the first port is resolved, and closed on deactivation.
 * Opening throws a `ParleyError` of `Database.open`.
 * @throws ParleyError `invalid-option`
 */
export const storeSqlite = (options: StoreSqliteOptions): ContainerModule => {
  const { directory, fileName = "parley.db" } = readOptions<StoreSqliteOptions>(
    "storeSqlite",
    Options,
    options,
  );
  const Opened = Symbol("@parley/store-sqlite/Database") as ServiceIdentifier<Database>;
  return new ContainerModule(({ bind }) => {
    bind(Opened)
      .toResolvedValue(() => Database.open({ directory, fileName }))
      .inSingletonScope()
      .onDeactivation((database) => database.close());
    bind(MessageStore)
      .toResolvedValue((database) => new SqliteMessageStore(database), [Opened])
      .inSingletonScope();
    bind(ConversationStore)
      .toResolvedValue((database) => new SqliteConversationStore(database), [Opened])
      .inSingletonScope();
    bind(ChannelStore)
      .toResolvedValue((database) => new SqliteChannelStore(database), [Opened])
      .inSingletonScope();
    bind(DeadLetterStore)
      .toResolvedValue((database) => new SqliteDeadLetterStore(database), [Opened])
      .inSingletonScope();
    bind(DeliveryStore)
      .toResolvedValue((database) => new SqliteDeliveryStore(database), [Opened])
      .inSingletonScope();
    bind(RetentionStore)
      .toResolvedValue((database) => new SqliteRetentionStore(database), [Opened])
      .inSingletonScope();
    bind(SearchStore)
      .toResolvedValue((database) => new SqliteSearchStore(database), [Opened])
      .inSingletonScope();
    bind(ErasureStore)
      .toResolvedValue((database) => new SqliteErasureStore(database), [Opened])
      .inSingletonScope();
    bind(StateStore)
      .toResolvedValue((database) => new SqliteStateStore(database), [Opened])
      .inSingletonScope();
    bind(PauseStore)
      .toResolvedValue((database) => new SqlitePauseStore(database), [Opened])
      .inSingletonScope();
    bind(OwnerStore)
      .toResolvedValue((database) => new SqliteOwnerStore(database), [Opened])
      .inSingletonScope();
    bind(BackendStore)
      .toResolvedValue((database) => new SqliteBackendStore(database), [Opened])
      .inSingletonScope();
    bind(Diagnostician)
      .toResolvedValue((database) => new SqliteDiagnostician(database, systemDisk), [Opened])
      .inSingletonScope();
    bind(BackupSource)
      .toResolvedValue((database) => new SqliteBackupSource(database, fileName), [Opened])
      .inSingletonScope();
  });
};
