import { anInboundAppend, aBudget } from "@parley/conformance";
import { Client } from "pg";
import { afterAll, expect, it, vi } from "vitest";
import { Database } from "../src/database.ts";
import { freshSchema, postgres, stopPostgres, storesOver } from "./opened-stores.ts";

const now = 1_700_000_000_000;
const batch = { appends: [anInboundAppend()], settlements: [] };

afterAll(stopPostgres);

it("waits long for a lock once a second, and briefly in between", async () => {
  const { connectionString: connection } = await postgres();
  const schema = freshSchema();
  const database = await Database.open({ connection, schema, allowNonDurable: true });
  const { messages } = storesOver(database);
  await messages.commit(batch, now, aBudget());
  const patience: (number | null)[] = [];
  const transact = database.transact.bind(database);
  vi.spyOn(database, "transact").mockImplementation((work, lockTimeoutMs) => {
    patience.push(lockTimeoutMs);
    return transact(work, lockTimeoutMs);
  });
  const holder = new Client({ connectionString: connection });
  holder.on("error", () => {});
  await holder.connect();
  await holder.query("begin");
  await holder.query(`select from ${schema}.conversations for update`);
  for (const later of [0, 1, 999, 1_000, 1_001]) {
    const { appends } = await messages.commit(batch, now + later, aBudget());
    expect(appends[0]?.status).toBe("unavailable");
  }
  await holder.query("rollback");
  for (const later of [1_002, 1_003]) await messages.commit(batch, now + later, aBudget());
  expect(patience).toEqual([null, 20, 20, null, 20, 20, null]);
  await holder.end();
  await database.close();
});
