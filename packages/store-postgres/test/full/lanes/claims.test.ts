import { aBudget, anInboundAppend, noLeases } from "@parley/conformance";
import { Client } from "pg";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { changedPlaces } from "../../../src/statements/changed-places.ts";
import { NumberedBudget } from "../../../src/backends/numbered-budget.ts";
import { Database } from "../../../src/connection/database.ts";
import { type DueLane, leaseLanes, lockDueLanes } from "../../../src/claims/due-lanes.ts";
import { Session } from "../../../src/connection/session.ts";
import { blockSize } from "../../../src/lanes/tokens.ts";
import { freshSchema, postgres, stopPostgres, storesOver } from "../../support/opened-stores.ts";

const now = 1_700_000_000_000;
const owner = "node-a";

afterAll(stopPostgres);

/** A number of due visitor messages, and a second connection that reads and changes the rows. */
async function waiting(visitors: number) {
  const { connectionString: connection } = await postgres();
  const schema = freshSchema();
  const database = await Database.open({ connection, schema, allowNonDurable: true });
  const { messages } = storesOver(database);
  const appends = Array.from({ length: visitors }, (_, index) => ({
    ...anInboundAppend({ visitorKey: `v-${index}` }),
    candidateId: `c-${index}`,
    identity: null,
  }));
  await messages.commit({ appends, settlements: [] }, now, { ...aBudget(), ...noLeases });
  const somebody = new Client({ connectionString: connection });
  await somebody.connect();
  await somebody.query(`set search_path = ${schema}`);
  onTestFinished(async () => {
    await somebody.end();
    await database.close();
  });
  return { database, messages, somebody };
}

describe("a claim", () => {
  it("skips lanes that were changed after it read them", async () => {
    const { messages, somebody } = await waiting(3);
    const { rows: read } = Session.prototype;
    const spy = vi.spyOn(Session.prototype, "rows").mockImplementationOnce(async function (
      this: Session,
      ...asked
    ) {
      const rows = await read.apply(this, asked);
      await somebody.query(
        "update lanes set waiting = 2 where conversation = (select max(conversation) from lanes)",
      );
      return rows;
    });
    onTestFinished(() => spy.mockRestore());
    const leases = await messages.claim(now, { ...aBudget(), owner });
    expect(leases.map(({ lane }) => lane.conversationId)).toEqual(["c-0", "c-1"]);
    const { rows } = await somebody.query("select waiting, owner from lanes order by conversation");
    expect(rows).toEqual([
      { waiting: 1, owner },
      { waiting: 1, owner },
      { waiting: 2, owner: null },
    ]);
    expect(await messages.claim(now, aBudget())).toHaveLength(1);
  });

  it("does not confuse a row with a new one in its place", async () => {
    const { database, somebody } = await waiting(2);
    const { written } = await database.write(async (session) => {
      const { lanes } = await lockDueLanes(
        session,
        now,
        new NumberedBudget(aBudget(), session.backends).shares(),
      );
      const [first, second] = lanes as [DueLane, DueLane];
      return { written: leaseLanes(session, owner, [{ ...first, version: "3" }, second]) };
    });
    expect([...changedPlaces(await written)]).toEqual([1]);
    const { rows } = await somebody.query("select owner from lanes order by conversation");
    expect(rows).toEqual([{ owner: null }, { owner }]);
  });

  it("gives each lane its own token, also when a block is not enough", async () => {
    const visitors = blockSize + 10;
    const { messages } = await waiting(visitors);
    const leases = await messages.claim(now, { ...aBudget(), inbound: visitors });
    expect(leases).toHaveLength(visitors);
    expect(new Set(leases.map(({ token }) => token))).toHaveLength(visitors);
    expect(new Set(leases.map(({ lane }) => lane.conversationId))).toHaveLength(visitors);
  });

  it("fails for a lane without a head", async () => {
    const { messages, somebody } = await waiting(1);
    await somebody.query("delete from deliveries");
    await expect(messages.claim(now, aBudget())).rejects.toMatchObject({
      cause: { message: "a lane has lost its head" },
    });
  });
});
