import { assign, begin, beginIdle, forAll, ownerOf } from "../message-store/owners/owner-bench.ts";
import { failed, noLeases } from "../samples/samples.ts";
import type { Check } from "../stores/store-bench.ts";
import { want } from "../want.ts";
import { names, take } from "./taken-default.ts";

export function checkOpenedAgain(check: Check): void {
  check("later starts find it done", async (bench) => {
    const id = await beginIdle(bench);
    await take(bench);
    await assign(bench, id, "support");
    await begin(bench, { visitorKey: "2", backend: "sales" });
    await take(bench);
    want("nothing moves", (await ownerOf(bench, id)).backend, "support");
    want("its own stays", (await ownerOf(bench, "shop-key-2")).backend, "sales");
    want(
      "who comes now",
      (await begin(bench, { visitorKey: "3", backend: "sales" })).backend,
      "sales",
    );
  });

  check("where `default` is named from then on, who took it over is meant", async (bench) => {
    const id = await beginIdle(bench);
    await take(bench);
    const budget = { ...noLeases, ...forAll };
    const { leases } = await bench.settle(await bench.reply(id), failed("{}"), budget);
    want(
      "it hears of what failed",
      leases.map(({ backend }) => backend),
      ["sales"],
    );
    const { messages } = bench.stores;
    want("and of when", await messages.nextDueAt(), await messages.nextDueAt("sales"));
  });

  check("without somebody who takes it over, it goes on under its name", async (bench) => {
    const id = await beginIdle(bench);
    await bench.restart();
    await bench.stores.backends.open({ names, takesDefault: null });
    want("the owner", (await ownerOf(bench, id)).backend, "default");
    await bench.stores.backends.open({ names: ["default"], takesDefault: "default" });
    want("as `default` itself", (await ownerOf(bench, id)).backend, "default");
  });
}
