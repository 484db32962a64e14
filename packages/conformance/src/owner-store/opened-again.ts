import {
  assign,
  aTransition,
  begin,
  beginIdle,
  by,
  failedFor,
  forAll,
  heads,
  historyOf,
  openBackends,
  ownerOf,
} from "../message-store/owners/owner-bench.ts";
import { anOutboundAppend, aText, failed, noLeases } from "../samples/samples.ts";
import type { Check, StoreBench } from "../stores/store-bench.ts";
import { want, wantSome } from "../want.ts";
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

  check(
    "an append that names `default` gives the conversation to who took it over",
    async (bench) => {
      const id = await beginIdle(bench);
      await take(bench);
      const { status } = await bench.append(await aTransition(bench, id, "default"));
      want("it has it already", [status, await historyOf(bench, id)], ["repeated", []]);
      const lease = await begin(bench, { visitorKey: "2" });
      want(
        "a first message",
        [lease.backend, lease.conversation.owner.backend],
        ["sales", "sales"],
      );
      const nobodys = await beginIdle(bench, { visitorKey: "3" });
      await assign(bench, nobodys, null);
      const chosen = await begin(bench, { visitorKey: "3" });
      want("a later one", chosen.conversation.owner.backend, "sales");
      for (const one of [lease.lane.conversationId, nobodys])
        want("who may send", (await sendAs(bench, one, "sales")).status, "stored");
      const { items } = await bench.stores.owners.owned(
        { backends: ["default"] },
        { before: null, limit: 9 },
      );
      want("they are listed under both names", items.length, 3);
    },
  );

  check("who takes `default` over beside its own has one budget for both", async (bench) => {
    await takeBesideOwn(bench);
    const one = { inbound: 1, reports: 1, notices: 1 };
    const claimOne = () => bench.claim({ ...noLeases, others: { sales: one } });
    want("one lease", (await claimOne()).length, 1);
    want("then the other", (await claimOne()).length, 1);
    want("then none", await claimOne(), []);
  });

  check("a notice of an erasure names who took `default` over once", async (bench) => {
    await openBackends(bench);
    const id = await beginIdle(bench);
    await assign(bench, id, "sales");
    await bench.erase(id);
    await take(bench);
    const [notice] = await bench.stores.erasures.notices(0, 5);
    want("its owners", notice?.owners, ["sales"]);
  });

  check("reports to who takes `default` over go on in order", async (bench) => {
    await openBackends(bench);
    const id = await beginIdle(bench, { backend: "sales" });
    const report = async (text: string) =>
      bench.settle(await bench.reply(id), failedFor("sales", aText(text)), noLeases);
    await report("first");
    await take(bench);
    await report("second");
    const leases = await bench.claim({ ...noLeases, ...forAll });
    want("the next waits for the first", heads(leases), [["sales", "first"]]);
  });
}

/** `default` and `sales` have a conversation each, with an event that waits. Then both are of `sales`. */
async function takeBesideOwn(bench: StoreBench): Promise<void> {
  await openBackends(bench);
  await begin(bench, { visitorKey: "1", backend: "default" });
  await begin(bench, { visitorKey: "2", backend: "sales" });
  await take(bench);
  bench.now += 86_400_000;
}

async function sendAs(bench: StoreBench, id: string, backend: string) {
  const { appends } = await bench.commit({ appends: [anOutboundAppend(id, { by: by(backend) })] });
  return wantSome("an answer", appends[0]);
}
