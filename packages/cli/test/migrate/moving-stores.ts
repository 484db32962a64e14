import { type OpenedStores, storesOf } from "@parley/conformance";
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
  const stores = await storesOf(container);
  return { stores, close: () => container.unloadAsync(module) };
}
