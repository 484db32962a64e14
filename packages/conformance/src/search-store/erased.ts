import { aText, anInboundAppend, delivered, failed, noLeases } from "../samples/samples.ts";
import { purgeAll } from "../stores/purge-all.ts";
import { type Check, onlyLease } from "../stores/store-bench.ts";
import { want } from "../want.ts";
import { foundBy } from "./found.ts";

export function checkErased(check: Check): void {
  check("an erased conversation is not found from then on", async (bench) => {
    for (const visitorKey of ["1", "2"])
      await bench.store(
        anInboundAppend({
          visitorKey,
          profile: { name: "Berta" },
          messages: [aText("berta here")],
        }),
      );
    await bench.index();
    await bench.erase("shop-key-1");
    want("the other one is", await foundBy(bench, "berta"), ["shop-key-2", "shop-key-2.1"]);
    want("not by short queries", await foundBy(bench, "b"), ["shop-key-2", "shop-key-2.1"]);
    await bench.index();
    want("nor later", await foundBy(bench, "berta"), ["shop-key-2", "shop-key-2.1"]);
  });

  check("what is erased before it is indexed is never found", async (bench) => {
    await bench.store(anInboundAppend({ messages: [aText("secret")] }));
    await bench.erase("shop-key-1");
    await bench.index();
    want("nothing", await foundBy(bench, "secret"), []);
  });

  check("what comes after an erasure is indexed", async (bench) => {
    const id = await bench.converse("1");
    await bench.settle(await bench.reply(id), failed('{"a":"report"}'), noLeases);
    await bench.store(anInboundAppend({ visitorKey: "2" }), noLeases);
    await bench.index();
    await bench.erase("shop-key-2");
    const [report] = await bench.claim();
    if (report !== undefined) await bench.settle(report, delivered, noLeases);
    for (const visitorKey of ["3", "4", "5"]) {
      bench.now += 10;
      await bench.store(anInboundAppend({ visitorKey, messages: [aText("newcomer")] }), noLeases);
      await bench.index();
    }
    want("all", await foundBy(bench, "newcomer"), ["shop-key-5.1", "shop-key-4.1", "shop-key-3.1"]);
  });

  check("an erased visitor who comes back is found anew", async (bench) => {
    await bench.store(anInboundAppend({ messages: [aText("first visit")] }));
    await bench.index();
    await bench.erase("shop-key-1");
    bench.now += 10;
    await bench.store(anInboundAppend({ messages: [aText("second visit")] }));
    await bench.index();
    want("the new message only", await foundBy(bench, "visit"), ["shop-key-1.1"]);
    want("by the old words", await foundBy(bench, "first visit"), []);
  });

  check("messages deleted by retention are not found any more", async (bench) => {
    const old = onlyLease(
      await bench.commit({ appends: [anInboundAppend({ messages: [aText("old needle")] })] }),
    );
    await bench.settle(old, delivered);
    await bench.index();
    bench.now += 1_000;
    const before = bench.now;
    await bench.store(anInboundAppend({ messages: [aText("new needle")] }), noLeases);
    await bench.index();
    await purgeAll(bench.stores.retention, before);
    want("the new one", await foundBy(bench, "needle"), ["shop-key-1.2"]);
    await bench.index();
    want("nor later", await foundBy(bench, "needle"), ["shop-key-1.2"]);
  });
}
