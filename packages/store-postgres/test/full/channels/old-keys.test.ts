import { aBudget, anInboundAppend, anOutboundAppend } from "@parley/conformance";
import type { Append } from "@parley/core";
import { afterAll, expect, it } from "vitest";
import { Database } from "../../../src/connection/database.ts";
import { statement } from "../../../src/statements/statement.ts";
import { freshSchema, postgres, stopPostgres, storesOver } from "../../support/opened-stores.ts";

const dayMs = 86_400_000;
const days = 120;
const count = statement("select count(*) as kept from idempotency_keys");

afterAll(stopPostgres);

it("expired idempotency keys are deleted, in whatever order agents and visitors write", async () => {
  const { connectionString: connection } = await postgres();
  for (const visitors of [0, 1, 2, 3]) {
    const place = { connection, schema: freshSchema(), allowNonDurable: true };
    const database = await Database.open(place);
    const { messages } = storesOver(database);
    const commit = async (at: number, appends: readonly Append[]) => {
      const budget = { ...aBudget(), inbound: 0, outbound: 64, reports: 0 };
      const { leases } = await messages.commit({ appends, settlements: [] }, at, budget);
      const settlements = leases.map(({ lane, token }) => ({
        lane,
        token,
        verdict: { kind: "delivered", record: null } as const,
      }));
      await messages.commit({ appends: [], settlements }, at, budget);
    };
    const visitor = { ...anInboundAppend(), candidateId: "c", identity: null };
    await commit(0, [visitor]);
    for (let day = 1; day <= days; day += 1) {
      const agent = { ...anOutboundAppend("c"), idempotencyKey: `key ${day}` };
      const others = Array.from({ length: visitors }, () => visitor);
      await commit(2 * day * dayMs, [agent, ...others]);
    }
    const [row] = await database.read<{ kept: number }>(count);
    expect(row?.kept, `${visitors} visitors' messages for each of an agent`).toBeLessThan(70);
    await database.close();
  }
});
