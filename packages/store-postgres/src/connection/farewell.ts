import { once } from "node:events";
import type { Client } from "pg";

/** An unreachable server never confirms the end of a connection. After this time it counts as closed. */
const farewellMs = 500;

/** Closes an unused connection. Never rejects. */
export async function sayFarewell(client: Client): Promise<void> {
  client.end().catch(() => {});
  await gone(client);
}

/** Resolves when a closing connection is closed. Forces it when that takes too long. Never rejects. */
export async function gone({ connection: { stream } }: Client): Promise<void> {
  if (stream.closed) return;
  const patience = setTimeout(() => stream.destroy(), farewellMs);
  await once(stream, "close").catch(() => {});
  clearTimeout(patience);
}
