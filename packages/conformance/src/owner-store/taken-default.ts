import {
  assign,
  begin,
  beginIdle,
  by,
  deliveredFor,
  failedFor,
  forAll,
  heads,
  historyOf,
  ownerOf,
} from "../message-store/owners/owner-bench.ts";
import {
  aBackendPause,
  anInboundAppend,
  anOutboundAppend,
  aText,
  delivered,
  noLeases,
  pausedAt,
} from "../samples/samples.ts";
import { type Check, onlyLease, type StoreBench } from "../stores/store-bench.ts";
import { want } from "../want.ts";

export const names = ["sales", "support"] as const;

/** A gateway with one backend gets a router, whose backend `sales` goes on. */
export async function take(bench: StoreBench): Promise<void> {
  await bench.restart();
  await bench.stores.backends.open({ names, takesDefault: "sales" });
}

export function checkTakenDefault(check: Check): void {
  check(
    "conversations of `default` belong to who takes it over, under their fences",
    async (bench) => {
      const id = await beginIdle(bench);
      await assign(bench, id, "default", { to: { backend: "default", assignee: "ada" } });
      await assign(bench, await beginIdle(bench, { visitorKey: "2" }), null);
      await take(bench);
      const owner = { backend: "sales", assignee: "ada", fence: 0 };
      want("the owner", await ownerOf(bench, id), owner);
      want("it is no change", (await historyOf(bench, id)).length, 1);
      want("nobody's stays nobody's", (await ownerOf(bench, "shop-key-2")).backend, null);
      const { items } = await bench.stores.owners.owned(
        { backends: ["sales"] },
        { before: null, limit: 9 },
      );
      want(
        "it is listed",
        items.map((one) => one.id),
        [id],
      );
      const counts = await bench.stores.owners.counts();
      want(
        "and counted",
        counts.map(({ backend }) => backend).toSorted(),
        ["sales", null].toSorted(),
      );
      const sends = ["default", "sales"].map((backend) =>
        anOutboundAppend(id, { by: by(backend, 0) }),
      );
      const { appends } = await bench.commit({ appends: sends }, noLeases);
      want(
        "it sends under the fence",
        appends.map(({ status }) => status),
        ["refused", "stored"],
      );
    },
  );

  check("what waits for `default` waits for who takes it over", async (bench) => {
    const id = await beginIdle(bench);
    await bench.settle(await bench.reply(id), failedFor("default", aText("report")), noLeases);
    await bench.settle(await bench.reply(id), deliveredFor("default", aText("notice")), noLeases);
    await bench.storeAll([anInboundAppend(), anOutboundAppend(id)], noLeases);
    await take(bench);
    const leases = await bench.claim({ ...noLeases, outbound: 9, ...forAll });
    want("each is its", heads(leases), [
      ["sales", "good day"],
      ["sales", "hello"],
      ["sales", "notice"],
      ["sales", "report"],
    ]);
    const settlements = leases.map(({ lane, token }) => ({ lane, token, verdict: delivered }));
    const settled = await bench.commit({ settlements }, forAll);
    want("and settles", new Set(settled.settlements), new Set(["settled"]));
  });

  check("leases, progress and pauses of lanes go on", async (bench) => {
    const lease = await begin(bench);
    const paused = await begin(bench, { visitorKey: "2" });
    await bench.settle(paused, pausedAt(bench.now, 60_000, { memo: "memo" }));
    await take(bench);
    want("the lease is valid", (await bench.settle(lease, delivered)).settlements, ["settled"]);
    want("the pause is told", (await bench.stores.pauses.longestPaused(5))[0]?.backend, "sales");
    bench.now += 60_000;
    const again = onlyLease({ leases: await bench.claim(forAll) });
    want("its head", [again.backend, again.memo, again.attempt], ["sales", "memo", 1]);
  });

  check("its pause and its answers too", async (bench) => {
    const answers = {
      backend: "default",
      revision: 1,
      answeredAt: 5,
      failingSince: 7,
      failedAt: 9,
    };
    want("answers", await bench.stores.backends.saveAnswers(answers), true);
    want("a pause", await bench.stores.pauses.save(aBackendPause()), true);
    await take(bench);
    const { backends, pauses } = bench.stores;
    want("answers", await backends.answers(), [{ ...answers, backend: "sales" }]);
    want("the pause", await pauses.pauses(), [aBackendPause({ backend: "sales" })]);
    const next = aBackendPause({ backend: "sales", revision: 2 });
    want("of which it writes the next revision", await pauses.save(next), true);
  });

  check("histories and notices of erasures name who took it over", async (bench) => {
    await bench.stores.backends.open({ names: ["default", "support"], takesDefault: null });
    const [id, erased] = [await beginIdle(bench), await beginIdle(bench, { visitorKey: "2" })];
    for (const one of [id, erased]) await assign(bench, one, "support");
    await bench.erase(erased);
    await take(bench);
    const [change] = await historyOf(bench, id);
    want("from it", [change?.from.backend, change?.to.backend], ["sales", "support"]);
    await bench.erase(id);
    const notices = await bench.stores.erasures.notices(0, 5);
    const both = ["sales", "support"];
    want(
      "it hears of both",
      notices.map(({ owners }) => owners?.toSorted()),
      [both, both],
    );
  });
}
