import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { OutputStream } from "../../packages/cli/src/output/output-stream.ts";
import { namedDatabase, startPostgres } from "../../tools/embedded-postgres/src/index.ts";
import { seedStore } from "../seed/seed-store.ts";
import type { GatewayPlace } from "../gateway/gateway-process.ts";
import type { FiguresOrder } from "./order.ts";

/** Two places for a gateway: without conversations, and with many. */
export interface Places {
  readonly empty: GatewayPlace;
  readonly seeded: GatewayPlace;
  close(): Promise<void>;
}

const databases = { empty: "parley_figures_empty", seeded: "parley_figures_seeded" };

/** Opens both places, and fills the second one unless an earlier run did. */
export async function openPlaces(order: FiguresOrder, stderr: OutputStream): Promise<Places> {
  const directory = join(order.directory, order.storage.kind);
  mkdirSync(directory, { recursive: true });
  const places = await placesIn(order, directory);
  try {
    await seedOnce(order, directory, places.seeded, stderr);
    return places;
  } catch (error) {
    await places.close();
    throw error;
  }
}

async function placesIn({ storage, directory: root }: FiguresOrder, directory: string) {
  if (storage.kind === "sqlite")
    return {
      empty: { kind: "sqlite", directory: join(directory, "empty") },
      seeded: { kind: "sqlite", directory: join(directory, "seeded") },
      close: async () => {},
    } satisfies Places;
  if (storage.kind === "server") return onServer(storage.url, async () => {});
  // PostgreSQL does not run as root, and its user must reach its directory.
  for (const path of [root, directory]) chmodSync(path, 0o755);
  const server = await startPostgres({ directory: join(directory, "server") });
  return onServer(server.connectionString, () => server.stop());
}

async function onServer(url: string, close: () => Promise<void>): Promise<Places> {
  const at = async (name: string): Promise<GatewayPlace> => ({
    kind: "postgres",
    url: await namedDatabase(url, name),
  });
  return { empty: await at(databases.empty), seeded: await at(databases.seeded), close };
}

/** A file says what was seeded. */
async function seedOnce(
  { conversations, messages, first }: FiguresOrder,
  directory: string,
  place: GatewayPlace,
  stderr: OutputStream,
): Promise<void> {
  const file = join(directory, "seeded.json");
  const size = JSON.stringify({ conversations, messages, first });
  if (existsSync(file)) {
    const found = readFileSync(file, "utf8");
    if (found === size) return;
    throw new Error(
      `${directory} was seeded with ${found}. Ask for that, or for another --directory.`,
    );
  }
  const where =
    place.kind === "sqlite"
      ? { data: place.directory, database: null }
      : { data: null, database: place.url };
  const order = { ...where, conversations, messages, first, seed: 1 };
  await seedStore(order, stderr, new AbortController().signal);
  writeFileSync(file, size);
}
