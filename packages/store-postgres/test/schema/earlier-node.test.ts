import { aBudget, anInboundAppend, deliveredWith, noLeases } from "@parley/conformance";
import { Client } from "pg";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { isOfRows } from "../../src/connection/store-error.ts";
import { freshSchema, postgres, stopPostgres, storesOver } from "../support/opened-stores.ts";

const now = 1_700_000_000_000;

afterAll(stopPostgres);

/** How a node of version 3 adds to a lane that it found. */
const lengthen = "update lanes set waiting = waiting + 1, due = due where kind = $1";
/** How it gives back the leases of a node that is gone. */
const giveBack = "update lanes set fencing_token = null, owner = null, due = due where kind = $1";

it("a node of version 3 cannot add its reports to a lane of notices, and splits its batch", async () => {
  const { connectionString: connection } = await postgres();
  const schema = freshSchema();
  const database = await Database.open({ connection, schema, allowNonDurable: true });
  onTestFinished(() => database.close());
  const earlier = new Client({ connectionString: connection });
  await earlier.connect();
  onTestFinished(() => earlier.end());
  await earlier.query(`set search_path = ${schema}`);
  const { messages, deliveries } = storesOver(database);
  const two = [anInboundAppend(), anInboundAppend()];
  const { leases } = await messages.commit({ appends: two, settlements: [] }, now, aBudget());
  const verdict = deliveredWith("{}");
  const settlements = leases.map(({ lane, token }) => ({ lane, token, verdict }));
  await messages.commit({ appends: [], settlements }, now, aBudget(noLeases));

  const error = await earlier.query(lengthen, [3]).catch((caught: unknown) => caught);
  expect(isOfRows(error)).toBe(true);
  expect((await deliveries.backlog()).notices.waiting).toBe(1);
  expect((await earlier.query(lengthen, [0])).rowCount).toBe(1);
  expect((await earlier.query(giveBack, [3])).rowCount).toBe(1);
});
