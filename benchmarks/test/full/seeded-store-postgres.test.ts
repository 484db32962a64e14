import { PassThrough } from "node:stream";
import { startPostgres } from "@parley/embedded-postgres";
import { expect, onTestFinished, test } from "vitest";
import { readOrder, seedStore } from "../../../scripts/seed/seed-store.ts";
import { openPostgresStore } from "../../src/store/opened-store.ts";

test("PostgreSQL is seeded as SQLite is: every message is there, and none waits", async () => {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const size = { conversations: "20", messages: "400", seed: "1" };
  const order = readOrder({ ...size, database: server.connectionString });
  await seedStore(order, new PassThrough().resume(), new AbortController().signal);
  const store = await openPostgresStore(server.connectionString);
  try {
    const { inbound, outbound, reports } = await store.deliveries.backlog();
    expect([inbound, outbound, reports].map(({ waiting }) => waiting)).toEqual([0, 0, 0]);
    let found = 0;
    for (let number = 1; number <= 20; number += 1) {
      const conversationId = `s1-${String(number).padStart(8, "0")}`;
      const page = await store.deliveries.deliveries(
        { conversationId },
        { before: null, limit: 400 },
      );
      found += page.items.length;
    }
    expect(found).toBe(400);
  } finally {
    await store.close();
  }
});
