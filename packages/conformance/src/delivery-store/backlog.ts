import {
  anInboundAppend,
  anOutboundAppend,
  aText,
  delivered,
  failed,
  noLeases,
} from "../samples/samples.ts";
import { type Check, onlyLease } from "../stores/store-bench.ts";
import { want } from "../want.ts";

const nothing = { lanes: 0, waiting: 0, oldestAcceptedAt: null };

export function checkBacklog(check: Check): void {
  check("the backlog counts what waits by kind, and tells the oldest head", async (bench) => {
    want("nothing waits", await bench.stores.deliveries.backlog(), {
      inbound: nothing,
      outbound: nothing,
      reports: nothing,
      notices: nothing,
    });
    const startedAt = bench.now;
    const id = await bench.converse("1");
    bench.now += 10;
    await bench.store(anOutboundAppend(id, { messages: [aText("a"), aText("b")] }));
    bench.now += 10;
    await bench.store(anInboundAppend({ visitorKey: "2" }), noLeases);
    bench.now += 10;
    await bench.store(anInboundAppend({ visitorKey: "3" }), noLeases);
    want("three lanes", await bench.stores.deliveries.backlog(), {
      inbound: { lanes: 2, waiting: 2, oldestAcceptedAt: startedAt + 20 },
      outbound: { lanes: 1, waiting: 2, oldestAcceptedAt: startedAt + 10 },
      reports: nothing,
      notices: nothing,
    });
  });

  check("reports wait too, and what is settled does not", async (bench) => {
    const id = await bench.converse();
    const lease = await bench.reply(id);
    bench.now += 5;
    const report = onlyLease(await bench.settle(lease, failed("{}")));
    want("one report", await bench.stores.deliveries.backlog(), {
      inbound: nothing,
      outbound: nothing,
      reports: { lanes: 1, waiting: 1, oldestAcceptedAt: bench.now },
      notices: nothing,
    });
    await bench.settle(report, delivered);
    want("none", (await bench.stores.deliveries.backlog()).reports, nothing);
  });
}
