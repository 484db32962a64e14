import { anInboundAppend, anOutboundAppend, delivered } from "@parley/conformance";
import type { Append } from "@parley/core";
import { expect, it } from "vitest";
import { OpenedStore } from "../support/opened-store.ts";

const dayMs = 86_400_000;
const days = 120;

it("expired idempotency keys are deleted, in whatever order agents and visitors write", async () => {
  for (const visitors of [0, 1, 2, 3]) {
    const opened = new OpenedStore();
    const { bench } = opened;
    const commit = async (appends: readonly Append[]): Promise<void> => {
      for (let { leases } = await bench.commit({ appends }); leases.length > 0;) {
        const settlements = leases.map(({ lane, token }) => ({ lane, token, verdict: delivered }));
        ({ leases } = await bench.commit({ settlements }));
      }
    };
    const visitor = { ...anInboundAppend(), candidateId: "c", identity: null };
    await commit([visitor]);
    for (let day = 1; day <= days; day += 1) {
      bench.now += 2 * dayMs;
      const agent = { ...anOutboundAppend("c"), idempotencyKey: `key ${day}` };
      await commit([agent, ...Array.from({ length: visitors }, () => visitor)]);
    }
    const kept = opened.count("select count(*) as n from idempotency_keys");
    expect(kept, `${visitors} visitors' messages for each of an agent`).toBeLessThan(70);
    opened.close();
  }
});
