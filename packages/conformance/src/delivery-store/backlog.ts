import type { Backlog } from "@parley/core";
import {
  anInboundAppend,
  anOutboundAppend,
  aText,
  delivered,
  failed,
  noLeases,
} from "../samples/samples.ts";
import { type Check, onlyLease, type StoreBench } from "../stores/store-bench.ts";
import { want } from "../want.ts";

const nothing: Backlog["inbound"] = { lanes: 0, waiting: 0, oldestAcceptedAt: null };

/** A backlog without backends for which nothing waits: a store may leave them out. */
export function withoutIdle(backlog: Backlog): Backlog {
  const waiting = Object.entries(backlog.backends).filter(([, kinds]) =>
    Object.values(kinds).some(({ lanes }) => lanes > 0),
  );
  return { ...backlog, backends: Object.fromEntries(waiting) };
}

export async function backlogOf(bench: StoreBench): Promise<Backlog> {
  return withoutIdle(await bench.stores.deliveries.backlog());
}

/** What waits for one backend. */
export function waitingFor(
  kinds: Partial<Backlog["backends"][string]>,
): Backlog["backends"][string] {
  return { inbound: nothing, reports: nothing, notices: nothing, ...kinds };
}

export function checkBacklog(check: Check): void {
  check("the backlog counts what waits by kind, and tells the oldest head", async (bench) => {
    const none = { ...waitingFor({}), outbound: nothing, backends: {} };
    want("nothing waits", await backlogOf(bench), none);
    const startedAt = bench.now;
    const id = await bench.converse("1");
    bench.now += 10;
    await bench.store(anOutboundAppend(id, { messages: [aText("a"), aText("b")] }));
    bench.now += 10;
    await bench.store(anInboundAppend({ visitorKey: "2" }), noLeases);
    bench.now += 10;
    await bench.store(anInboundAppend({ visitorKey: "3" }), noLeases);
    const inbound = { lanes: 2, waiting: 2, oldestAcceptedAt: startedAt + 20 };
    want("three lanes", await backlogOf(bench), {
      ...waitingFor({ inbound }),
      outbound: { lanes: 1, waiting: 2, oldestAcceptedAt: startedAt + 10 },
      backends: { default: waitingFor({ inbound }) },
    });
  });

  check("reports wait too, and what is settled does not", async (bench) => {
    const id = await bench.converse();
    const lease = await bench.reply(id);
    bench.now += 5;
    const report = onlyLease(await bench.settle(lease, failed("{}")));
    const reports = { lanes: 1, waiting: 1, oldestAcceptedAt: bench.now };
    want("one report", await backlogOf(bench), {
      ...waitingFor({ reports }),
      outbound: nothing,
      backends: { default: waitingFor({ reports }) },
    });
    await bench.settle(report, delivered);
    want("none", (await backlogOf(bench)).backends, {});
  });
}
