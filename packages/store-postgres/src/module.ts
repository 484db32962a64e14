import {
  BackendStore,
  ChannelStore,
  Clock,
  ConversationStore,
  DeadLetterStore,
  Diagnostician,
  DeliveryStore,
  ErasureStore,
  MessageStore,
  OpenTimeLimit,
  OwnerStore,
  PauseStore,
  readOptions,
  RetentionStore,
  SearchStore,
  Signals,
  StateStore,
  WorkNotices,
} from "@parley/core";
import {
  ContainerModule,
  type ContainerModuleLoadOptions,
  type ServiceIdentifier,
} from "inversify";
import type { PoolConfig } from "pg";
import { Type } from "typebox";
import { PostgresChannelStore } from "./channels/channel-store.ts";
import { PostgresConversationStore } from "./reads/conversation-store.ts";
import { Database } from "./connection/database.ts";
import { DatabaseClock } from "./connection/database-clock.ts";
import { PostgresDeadLetterStore } from "./reads/dead-letter-store.ts";
import { PostgresDiagnostician } from "./diagnosis/diagnosis.ts";
import { PostgresDeliveryStore } from "./reads/delivery-store.ts";
import type { ConnectionLimits } from "./connection/limits.ts";
import { KnownConversations } from "./rows/known-conversations.ts";
import { PostgresMessageStore } from "./message-store.ts";
import { PostgresErasureStore } from "./erase/erasure-store.ts";
import { PostgresBackendStore } from "./backends/backend-store.ts";
import { PostgresOwnerStore } from "./owners/owner-store.ts";
import { PostgresPauseStore } from "./pauses/pause-store.ts";
import { PostgresRetentionStore } from "./erase/retention-store.ts";
import { PostgresSearchStore } from "./search/search-store.ts";
import { PostgresStateStore } from "./state/state-store.ts";

/** Options of `storePostgres`. */
export interface StorePostgresOptions {
  /** `postgresql://user:password@host:5432/database`, or a pool configuration for `pg`. */
  readonly connection: string | PoolConfig;
  /** Created when missing; default `parley`. One gateway per schema, on any number of nodes. */
  readonly schema?: string;
  /**
   * Whether to bind a `Clock` anchored to the database, so that all nodes agree. Default `true`. The host then passes
   * `platformNode({ clock: false })`.
   */
  readonly anchorsClock?: boolean;
  /** Connections of one node, and time limits for the server. */
  readonly limits?: ConnectionLimits;
  /** For tests only: accepts a server that could lose commits, for example with `fsync` off. */
  readonly allowNonDurable?: boolean;
}

const Limit = Type.Optional(Type.Integer({ minimum: 1 }));
const Options = Type.Object(
  {
    connection: Type.Union([Type.String({ minLength: 1 }), Type.Object({})], {
      description:
        "a URL such as postgresql://user:password@host:5432/database, or a pool configuration",
    }),
    schema: Type.Optional(Type.String({ minLength: 1 })),
    anchorsClock: Type.Optional(Type.Boolean()),
    limits: Type.Optional(
      Type.Object(
        { writers: Limit, readers: Limit, connectTimeoutMs: Limit, statementTimeoutMs: Limit },
        { additionalProperties: false },
      ),
    ),
    allowNonDurable: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/**
 * Binds the store ports, `WorkNotices` and `Signals` to one PostgreSQL database, and `Clock` unless disabled. The
 * database is opened when the first of them is resolved, and closed on deactivation. Opening throws a `ParleyError` of
 * `Database.open`.
 * @throws ParleyError `invalid-option`
 */
export const storePostgres = (options: StorePostgresOptions): ContainerModule => {
  const {
    connection,
    schema = "parley",
    anchorsClock = true,
    limits = {},
    allowNonDurable = false,
  } = readOptions<StorePostgresOptions>("storePostgres", Options, options);
  const Opened = Symbol("@parley/store-postgres/Database") as ServiceIdentifier<Database>;
  const Trust = Symbol("@parley/store-postgres/Trust") as ServiceIdentifier<() => boolean>;
  const Known = Symbol("@parley/store-postgres/Known") as ServiceIdentifier<KnownConversations>;
  return new ContainerModule(({ bind }) => {
    // A migration waits for those of other nodes, and may build an index of a large table.
    bind(OpenTimeLimit).toConstantValue(null);
    bind(Opened)
      .toResolvedValue(() => Database.open({ connection, schema, limits, allowNonDurable }))
      .inSingletonScope()
      .onDeactivation((database) => database.close());
    bind(Known)
      .toResolvedValue(() => new KnownConversations())
      .inSingletonScope();
    if (anchorsClock) bindClock(bind, Opened, Trust);
    else bind(Trust).toConstantValue(() => true);
    bind(MessageStore)
      .toResolvedValue(
        (database, known, mayLease) => new PostgresMessageStore(database, known, mayLease),
        [Opened, Known, Trust],
      )
      .inSingletonScope();
    bind(ConversationStore)
      .toResolvedValue(
        (database, known) => new PostgresConversationStore(database, known),
        [Opened, Known],
      )
      .inSingletonScope();
    bind(ChannelStore)
      .toResolvedValue((database) => new PostgresChannelStore(database), [Opened])
      .inSingletonScope();
    bind(DeadLetterStore)
      .toResolvedValue((database) => new PostgresDeadLetterStore(database), [Opened])
      .inSingletonScope();
    bind(DeliveryStore)
      .toResolvedValue((database) => new PostgresDeliveryStore(database), [Opened])
      .inSingletonScope();
    bind(RetentionStore)
      .toResolvedValue((database) => new PostgresRetentionStore(database), [Opened])
      .inSingletonScope();
    bind(SearchStore)
      .toResolvedValue((database) => new PostgresSearchStore(database), [Opened])
      .inSingletonScope();
    bind(ErasureStore)
      .toResolvedValue((database) => new PostgresErasureStore(database), [Opened])
      .inSingletonScope();
    bind(StateStore)
      .toResolvedValue((database) => new PostgresStateStore(database), [Opened])
      .inSingletonScope();
    bind(PauseStore)
      .toResolvedValue((database) => new PostgresPauseStore(database), [Opened])
      .inSingletonScope();
    bind(OwnerStore)
      .toResolvedValue((database) => new PostgresOwnerStore(database), [Opened])
      .inSingletonScope();
    bind(BackendStore)
      .toResolvedValue((database) => new PostgresBackendStore(database), [Opened])
      .inSingletonScope();
    bind(Diagnostician)
      .toResolvedValue(
        (database, clock) => new PostgresDiagnostician(database, clock),
        [Opened, Clock],
      )
      .inSingletonScope();
    bind(WorkNotices)
      .toResolvedValue(({ notices }) => notices, [Opened])
      .inSingletonScope();
    bind(Signals)
      .toResolvedValue(({ signals }) => signals, [Opened])
      .inSingletonScope();
  });
};

/** The host's clock, and whether it is accurate enough to lease. */
function bindClock(
  bind: ContainerModuleLoadOptions["bind"],
  Opened: ServiceIdentifier<Database>,
  Trust: ServiceIdentifier<() => boolean>,
): void {
  const Anchored = Symbol("@parley/store-postgres/Clock") as ServiceIdentifier<DatabaseClock>;
  bind(Anchored)
    .toResolvedValue((database) => DatabaseClock.start(database), [Opened])
    .inSingletonScope()
    .onDeactivation((clock) => clock.stop());
  bind(Clock).toResolvedValue((clock) => clock, [Anchored]);
  bind(Trust).toResolvedValue((clock) => () => clock.isTrusted, [Anchored]);
}
