import { aBudget, anInboundAppend } from "@parley/conformance";
import type { Append } from "@parley/core";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { timeLimitOf } from "../../src/connection/pipeline.ts";
import { poolConfig } from "../../src/connection/place.ts";
import { limitsOf } from "../../src/connection/limits.ts";
import { freshSchema, postgres, stopPostgres, storesOver } from "../support/opened-stores.ts";

const now = 1_700_000_000_000;
let database: Database;

beforeEach(async () => {
  const { connectionString: connection } = await postgres();
  database = await Database.open({ connection, schema: freshSchema(), allowNonDurable: true });
});
afterEach(() => database.close());
afterAll(stopPostgres);

const from = (visitorKey: string): Append => ({
  ...anInboundAppend({ visitorKey }),
  candidateId: visitorKey,
  identity: null,
});

it("a number outside its column's range fails only its item", async () => {
  const { messages } = storesOver(database);
  const { leases } = await messages.commit(
    { appends: [from("v")], settlements: [] },
    now,
    aBudget(),
  );
  const settlements = leases.map(({ lane, token }) => ({
    lane,
    token,
    verdict: { kind: "retry", due: 0.5, memo: null } as const,
  }));
  expect(settlements).toHaveLength(1);
  const { appends, settlements: answers } = await messages.commit(
    { appends: [from("w"), from("x")], settlements },
    now,
    aBudget(),
  );
  expect(appends.map(({ status }) => status)).toEqual(["stored", "stored"]);
  expect(answers).toEqual(["unavailable"]);
  expect(await messages.claim(now, aBudget())).toEqual([]);
});

it.each([
  ["postgres://localhost/x", 800],
  ["postgres://localhost/x?query_timeout=1500", 1_500],
  [{ host: "localhost", query_timeout: 50 }, 50],
  [{ host: "localhost", query_timeout: 0 }, 0],
])("of %j answers are waited for as long as it says", (connection, limitMs) => {
  const place = { connection, schema: "parley", limits: limitsOf({}) };
  expect(timeLimitOf(poolConfig(place, "writers"))).toBe(limitMs);
});
