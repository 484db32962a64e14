import { anInboundAppend, aBudget, retryAt } from "@parley/conformance";
import { Client } from "pg";
import { afterAll, expect, it, vi } from "vitest";
import { Database } from "../../../src/connection/database.ts";
import { freshSchema, postgres, stopPostgres, storesOver } from "../../support/opened-stores.ts";

const now = 1_700_000_000_000;
const batch = { appends: [anInboundAppend()], settlements: [] };

afterAll(stopPostgres);

/** A store with one conversation that another session locks until `letGo`, and the lock wait of each transaction. */
async function held() {
  const { connectionString: connection } = await postgres();
  const schema = freshSchema();
  const database = await Database.open({ connection, schema, allowNonDurable: true });
  const { messages } = storesOver(database);
  const { leases } = await messages.commit(batch, now, aBudget());
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
  const letGo = () => holder.query("rollback");
  const close = async () => {
    await holder.end();
    await database.close();
  };
  return { messages, leases, patience, letGo, close };
}

it("waits long for a lock once a second, and briefly in between", async () => {
  const { messages, patience, letGo, close } = await held();
  for (const later of [0, 1, 999, 1_000, 1_001]) {
    const { appends } = await messages.commit(batch, now + later, aBudget());
    expect(appends[0]?.status).toBe("unavailable");
  }
  await letGo();
  for (const later of [1_002, 1_003]) await messages.commit(batch, now + later, aBudget());
  expect(patience).toEqual([null, 20, 20, null, 20, 20, null]);
  await close();
});

it("waits briefly for retries alone, which neither use up nor renew its patience for messages", async () => {
  const { messages, leases, patience, letGo, close } = await held();
  const settlements = leases.map(({ lane, token }) => ({
    lane,
    token,
    verdict: retryAt(now + 3_000),
  }));
  const retries = { appends: [], settlements };
  const answers = [];
  for (const [what, later] of [
    [retries, 0],
    [batch, 1],
    [retries, 2],
  ] as const)
    answers.push(await messages.commit(what, now + later, aBudget()));
  await letGo();
  answers.push(await messages.commit(retries, now + 3, aBudget()));
  answers.push(await messages.commit(batch, now + 4, aBudget()));
  expect(answers.flatMap(({ settlements: said }) => said)).toEqual([
    "unavailable",
    "unavailable",
    "settled",
  ]);
  expect(patience).toEqual([20, null, 20, 20, 20]);
  await close();
});

it("waits briefly for what it is asked for again, which neither uses up nor renews its patience", async () => {
  const { messages, patience, letGo, close } = await held();
  const again = { ...batch, isAgain: true };
  for (const [what, later] of [
    [again, 0],
    [batch, 1],
  ] as const)
    expect((await messages.commit(what, now + later, aBudget())).appends[0]).toMatchObject({
      status: "unavailable",
      isLocked: true,
    });
  await letGo();
  for (const [what, later] of [
    [again, 2],
    [batch, 3],
  ] as const)
    expect((await messages.commit(what, now + later, aBudget())).appends[0]?.status).toBe("stored");
  expect(patience).toEqual([20, null, 20, 20]);
  await close();
});
