import { once } from "node:events";
import type { Client } from "pg";

/** A server that is out of reach never confirms the end of a connection: it is over without that after so long. */
const farewellMs = 500;

/** Ends a connection that nobody uses any more. Never rejects. */
export async function sayFarewell(client: Client): Promise<void> {
  client.end().catch(() => {});
  await gone(client);
}

/** Resolves when a connection that is being ended is closed, and closes it when that takes too long. Never rejects. */
export async function gone({ connection: { stream } }: Client): Promise<void> {
  if (stream.closed) return;
  const patience = setTimeout(() => stream.destroy(), farewellMs);
  await once(stream, "close").catch(() => {});
  clearTimeout(patience);
}
