import { ChannelStore, ConversationStore, DeadLetterStore, MessageStore } from "@parley/core";
import { ContainerModule, type ServiceIdentifier } from "inversify";
import type { PoolConfig } from "pg";
import { PostgresChannelStore } from "./channel-store.ts";
import { PostgresConversationStore } from "./conversation-store.ts";
import { Database } from "./database.ts";
import { PostgresDeadLetterStore } from "./dead-letter-store.ts";
import { PostgresMessageStore } from "./message-store.ts";

/** Options of `storePostgres`. */
export interface StorePostgresOptions {
  /** `postgresql://user:password@host:5432/database`, or what `pg` takes as the configuration of a pool. */
  readonly connection: string | PoolConfig;
  /** Made when it is missing; `parley` by default. One gateway, on however many nodes, per schema. */
  readonly schema?: string;
  /** For tests only: takes a server that could lose commits (`fsync` off, say). */
  readonly allowNonDurable?: boolean;
}

/**
 * Binds the four store ports to one PostgreSQL database, opened when the first of them is resolved and closed once, on
 * deactivation. Opening throws a `ParleyError` of `Database.open`.
 */
export const storePostgres = ({
  connection,
  schema = "parley",
  allowNonDurable = false,
}: StorePostgresOptions): ContainerModule => {
  const Opened = Symbol("@parley/store-postgres/Database") as ServiceIdentifier<Database>;
  return new ContainerModule(({ bind }) => {
    bind(Opened)
      .toResolvedValue(() => Database.open({ connection, schema, allowNonDurable }))
      .inSingletonScope()
      .onDeactivation((database) => database.close());
    bind(MessageStore)
      .toResolvedValue((database) => new PostgresMessageStore(database), [Opened])
      .inSingletonScope();
    bind(ConversationStore)
      .toResolvedValue((database) => new PostgresConversationStore(database), [Opened])
      .inSingletonScope();
    bind(ChannelStore)
      .toResolvedValue((database) => new PostgresChannelStore(database), [Opened])
      .inSingletonScope();
    bind(DeadLetterStore)
      .toResolvedValue((database) => new PostgresDeadLetterStore(database), [Opened])
      .inSingletonScope();
  });
};
