import {
  aResendAppend,
  aText,
  anIdentity,
  anInboundAppend,
  failed,
  noLeases,
} from "../samples/samples.ts";
import type { Check } from "../stores/store-bench.ts";
import { want } from "../want.ts";
import { foundBy } from "./found.ts";

export function checkIndexing(check: Check): void {
  check("every message is indexed once, in steps of any size", async (bench) => {
    for (let visitor = 0; visitor < 7; visitor += 1) {
      bench.now += 10;
      const messages = Array.from({ length: 5 }, () => aText("needle"));
      await bench.store(anInboundAppend({ visitorKey: `${visitor}`, messages }), noLeases);
      await bench.index(1 + (visitor % 3));
    }
    const found = await foundBy(bench, "needle");
    want("all", [found.length, new Set(found).size], [35, 35]);
    want("then nothing is left", await bench.search.index(bench.now, 5), {
      entries: 0,
      isCaughtUp: true,
    });
  });

  check("the indexer goes on where it was after a restart", async (bench) => {
    const messages = [aText("first needle"), aText("second needle"), aText("third needle")];
    await bench.store(anInboundAppend({ messages }), noLeases);
    await bench.search.index(bench.now, 1);
    await bench.restart();
    await bench.index(1);
    want("all", await foundBy(bench, "needle"), ["shop-key-1.3", "shop-key-1.2", "shop-key-1.1"]);
  });

  check("a new profile replaces the old one", async (bench) => {
    await bench.store(anInboundAppend({ profile: { name: "Maria Old", phone: "555-1" } }));
    await bench.index();
    bench.now += 10;
    await bench.store(anInboundAppend({ profile: { name: "Maria New" } }), noLeases);
    await bench.index();
    want("by the new name", await foundBy(bench, "maria new"), ["shop-key-1"]);
    want("by what stayed", await foundBy(bench, "555-1"), ["shop-key-1"]);
    want("not by the old name", await foundBy(bench, "maria old"), []);
  });

  check("a profile that only a client's retry has changed is indexed too", async (bench) => {
    const identity = anIdentity("m", "c");
    await bench.store(anInboundAppend({ identity, profile: { name: "Before" } }));
    await bench.index();
    bench.now += 10;
    const again = await bench.append(anInboundAppend({ identity, profile: { name: "After" } }));
    want("it is a repeat", again.status, "repeated");
    await bench.index();
    want("by the new name", await foundBy(bench, "after"), ["shop-key-1"]);
    want("not by the old one", await foundBy(bench, "before"), []);
  });

  check("a message that is sent again is one hit, and reports are none", async (bench) => {
    const id = await bench.converse();
    await bench.index();
    const lease = await bench.reply(id, "the needle");
    await bench.settle(lease, failed('{"text":"the needle"}'));
    await bench.index();
    await bench.store(aResendAppend(id, lease.head.sequence));
    await bench.index();
    want("one", await foundBy(bench, "needle"), [`${id}.${lease.head.sequence}`]);
  });

  check("a message with nothing to find is passed over", async (bench) => {
    const place = JSON.stringify({ type: "location", latitude: 1, longitude: 2 });
    await bench.store(
      anInboundAppend({ messages: [place, "no JSON", "[]", "null", aText("end")] }),
    );
    await bench.index(1);
    want("the last one", await foundBy(bench, "end"), ["shop-key-1.5"]);
  });
}
