import { aBudget, anInboundAppend, noLeases } from "@parley/conformance";
import type { Lease, Settlement } from "@parley/core";
import { Client, Connection } from "pg";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { changedPlaces } from "../../../src/statements/changed-places.ts";
import { Database } from "../../../src/connection/database.ts";
import { KnownConversations } from "../../../src/rows/known-conversations.ts";
import { giveUpAll, retriesOf } from "../../../src/claims/retries.ts";
import { made } from "../../../src/statements/statement.ts";
import { freshSchema, postgres, stopPostgres, storesOver } from "../../support/opened-stores.ts";

const now = 1_700_000_000_000;
const later = now + 3_000;

afterAll(stopPostgres);

/** A node that has leased the message of one visitor, and a second connection that reads and changes its rows. */
async function carrying() {
  const { connectionString: connection } = await postgres();
  const schema = freshSchema();
  const database = await Database.open({ connection, schema, allowNonDurable: true });
  const { messages } = storesOver(database);
  const batch = { appends: [anInboundAppend()], settlements: [] };
  await messages.commit(batch, now, { ...aBudget(), ...noLeases });
  // A node that claims a lane caches its conversation.
  const leases = await messages.claim(now, aBudget());
  const somebody = new Client({ connectionString: connection });
  await somebody.connect();
  await somebody.query(`set search_path = ${schema}`);
  onTestFinished(async () => {
    await somebody.end();
    await database.close();
  });
  const settle = async (...settlements: Settlement[]) =>
    (await messages.commit({ appends: [], settlements }, now, aBudget())).settlements;
  const lane = async () =>
    (
      await somebody.query(
        "select waiting, due::text, fencing_token::text as token, memo from lanes",
      )
    ).rows[0];
  return { database, messages, somebody, settle, lane, lease: leases[0] as Lease };
}

function retryOf({ lane, token }: Lease): Settlement {
  return { lane, token, verdict: { kind: "retry", due: later, memo: "so far" } };
}

/** Of a prepared statement, or its name when it belongs to every transaction. */
function textOf(name: string | undefined): string | undefined {
  return made().find((statement) => statement.name === name)?.text ?? name;
}

describe("a lease that is given up until later", () => {
  it("is written in one round trip, with the end of its transaction", async () => {
    const { settle, lane, lease } = await carrying();
    const bind = vi.spyOn(Connection.prototype, "bind");
    const sync = vi.spyOn(Connection.prototype, "sync");
    onTestFinished(() => void [bind, sync].map((spy) => spy.mockRestore()));
    expect(await settle(retryOf(lease))).toEqual(["settled"]);
    // Behind it, others are told of the work, on a connection of its own.
    const [end = 0] = sync.mock.invocationCallOrder;
    const sent = bind.mock.calls.filter(
      (_, at) => (bind.mock.invocationCallOrder[at] ?? end) < end,
    );
    expect(sent.map(([given]) => textOf(given?.statement))).toEqual([
      "parley_begin",
      "parley_lock_timeout_20",
      expect.stringContaining("update lanes"),
      "parley_commit",
    ]);
    expect(await lane()).toEqual({ waiting: 1, due: String(later), token: null, memo: '"so far"' });
  });

  it("is settled once, however often a batch says so", async () => {
    const { settle, lease } = await carrying();
    const answers = await settle(retryOf(lease), retryOf(lease));
    expect(answers.toSorted()).toEqual(["settled", "stale"]);
    expect(await settle(retryOf(lease))).toEqual(["stale"]);
  });

  it("is identified by its token alone", async () => {
    const { settle, lane, lease } = await carrying();
    const { token } = lease;
    expect(await settle({ ...retryOf(lease), token: token + 1 })).toEqual(["stale"]);
    expect(await lane()).toMatchObject({ token: String(token), memo: null });
  });

  it("does not affect a conversation that has its number now", async () => {
    const { somebody, settle, lane, lease } = await carrying();
    await somebody.query("update conversations set id = 'another'");
    expect(await settle(retryOf(lease))).toEqual(["stale"]);
    expect(await lane()).toMatchObject({ token: String(lease.token), memo: null });
  });

  it("leaves what was added while it waited for its conversation", async () => {
    const { database, somebody, lane, lease } = await carrying();
    const known = new KnownConversations();
    const { rows } = await somebody.query(
      "select conversation::integer as number from conversations",
    );
    const { conversation } = lease;
    known.lease({
      number: rows[0].number,
      channel: 1,
      current: conversation,
      lastSequence: 1,
      backend: 0,
    });
    const retries = retriesOf([retryOf(lease)], known) ?? [];
    await somebody.query("begin");
    await somebody.query("select from conversations for no key update");
    const done = database.transact(
      async (session) => ({ answer: giveUpAll(session, retries) }),
      60_000,
    );
    await vi.waitFor(async () => {
      const waits = await somebody.query("select from pg_locks where not granted");
      expect(waits.rowCount).toBeGreaterThan(0);
    });
    // As an append does.
    await somebody.query("update conversations set last_sequence = last_sequence + 1");
    await somebody.query("update lanes set waiting = waiting + 1");
    await somebody.query("commit");
    expect(changedPlaces(await (await done).answer)).toEqual(new Set([0]));
    expect(await lane()).toMatchObject({ waiting: 2, due: String(later), token: null });
  });
});

describe("a batch that needs reads", () => {
  it("is one with an append", async () => {
    const { messages, lane, lease } = await carrying();
    const batch = { appends: [anInboundAppend()], settlements: [retryOf(lease)] };
    const { appends, settlements } = await messages.commit(batch, now, aBudget());
    expect(appends).toMatchObject([{ status: "stored" }]);
    expect(settlements).toEqual(["settled"]);
    expect(await lane()).toMatchObject({ due: String(later), token: null });
  });

  it("is one with conversations that are not cached, or with unused leases", async () => {
    const { settle, lane, lease } = await carrying();
    const retry = retryOf(lease);
    expect(retriesOf([retry], new KnownConversations())).toBeNull();
    const verdict = { kind: "retry", due: later, memo: null, isUnused: true } as const;
    expect(await settle({ ...retry, verdict })).toEqual(["settled"]);
    expect(await lane()).toMatchObject({ due: String(now), token: null });
  });
});
