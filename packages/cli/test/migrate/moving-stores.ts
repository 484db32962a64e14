import type { OpenedStores } from "@parley/conformance";
import {
  ChannelStore,
  ConversationStore,
  DeadLetterStore,
  DeliveryStore,
  ErasureStore,
  MessageStore,
  RetentionStore,
  SearchStore,
} from "@parley/core";
import { openPostgresImport, storePostgres } from "@parley/store-postgres";
import { openSqliteExport, storeSqlite } from "@parley/store-sqlite";
import { Container, type ContainerModule } from "inversify";
import { moveStore } from "../../src/migrate/move-store.ts";
import { quietContext } from "./quiet-context.ts";

/** Source and target of the move. */
export interface MovingPlaces {
  readonly directory: string;
  /** Connection string. */
  readonly to: string;
  readonly schema: string;
}

/** Stores on SQLite that a restart moves to PostgreSQL. */
export async function openMoving(places: MovingPlaces): Promise<OpenedStores> {
  const { stores, close } = await opened(storeSqlite({ directory: places.directory }));
  return {
    ...stores,
    close,
    reopen: async () => {
      await close();
      await move(places);
      return openMoved(places);
    },
  };
}

/** The moved stores. */
export async function openMoved(places: MovingPlaces): Promise<OpenedStores> {
  const module = storePostgres({ ...targetOf(places), anchorsClock: false });
  const { stores, close } = await opened(module);
  const reopen = async () => {
    await close();
    return openMoved(places);
  };
  return { ...stores, close, reopen };
}

/** Moves everything, as `parley migrate` does. */
export async function move(places: MovingPlaces): Promise<void> {
  const source = openSqliteExport({ directory: places.directory });
  const { target, written, close } = await openPostgresImport(targetOf(places));
  const verified = await moveStore({ source, target, written, context: quietContext });
  if (!verified.isSame) throw new Error(`the two differ in ${verified.difference.kind}`);
  await target.finish();
  await close();
  source.close();
}

/** For tests: a server that need not survive a power failure. */
export function targetOf({ to: connection, schema }: MovingPlaces) {
  return { connection, schema, allowNonDurable: true };
}

async function opened(module: ContainerModule) {
  const container = new Container();
  await container.loadAsync(module);
  const stores = {
    messages: await container.getAsync(MessageStore),
    conversations: await container.getAsync(ConversationStore),
    channels: await container.getAsync(ChannelStore),
    deadLetters: await container.getAsync(DeadLetterStore),
    deliveries: await container.getAsync(DeliveryStore),
    retention: await container.getAsync(RetentionStore),
    search: await container.getAsync(SearchStore),
    erasures: await container.getAsync(ErasureStore),
  };
  return { stores, close: () => container.unloadAsync(module) };
}
