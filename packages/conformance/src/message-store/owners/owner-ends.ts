import { backlogOf } from "../../delivery-store/backlog.ts";
import { anInboundAppend, delivered, noLeases, aText } from "../../samples/samples.ts";
import { purgeAll } from "../../stores/purge-all.ts";
import { type Check, onlyLease, type StoreBench } from "../../stores/store-bench.ts";
import { want } from "../../want.ts";
import {
  assign,
  backendNames,
  begin,
  beginIdle,
  dueOf,
  forAll,
  historyOf,
  startAgain,
  failedFor,
  deliveredFor,
} from "./owner-bench.ts";

const hourMs = 3_600_000;

/** A conversation with seven lanes of several backends on which something waits, none of them leased; its id. */
export async function manyLanes(bench: StoreBench): Promise<string> {
  const id = await beginIdle(bench);
  for (const tells of backendNames) {
    await bench.settle(await bench.reply(id), failedFor(tells, aText("r")), noLeases);
    await bench.settle(await bench.reply(id), deliveredFor(tells, aText("n")), noLeases);
  }
  await bench.store(anInboundAppend(), noLeases);
  await assign(bench, id, "sales", { tellsNew: true, tellsOld: true }, noLeases);
  return id;
}

export function checkOwnerEnds(check: Check): void {
  check("erasing ends the lanes of all backends", async (bench) => {
    const id = await manyLanes(bench);
    const leases = await bench.claim(forAll);
    want("each was leased", leases.length, 7);
    await bench.erase(id);
    const settlements = leases.map(({ lane, token }) => ({ lane, token, verdict: delivered }));
    const stale = settlements.map(() => "stale");
    want("their leases", (await bench.commit({ settlements }, forAll)).settlements, stale);
    await startAgain(bench);
    for (const backend of backendNames)
      want(`nothing for ${backend}`, Object.values(await dueOf(bench, backend)), [
        null,
        null,
        null,
        null,
      ]);
    want("nothing waits", (await backlogOf(bench)).backends, {});
    bench.now += hourMs;
    want("nor later", await bench.claim(forAll), []);
    want("its history is gone", await historyOf(bench, id), []);
    want("whoever comes back", (await begin(bench)).conversation.owner.fence, 0);
  });

  check("what waits for any backend keeps its conversation from being purged", async (bench) => {
    const { retention } = bench.stores;
    const id = await beginIdle(bench);
    await assign(bench, id, "sales", { tellsNew: true, tellsOld: true }, noLeases);
    bench.now += 1_000;
    for (const lane of ["notices", "inbound"] as const) {
      want(`kept for ${lane}`, (await purgeAll(retention, bench.now)).conversations, 0);
      const budget = { ...noLeases, others: { sales: { inbound: 9, reports: 0, notices: 0 } } };
      const leases = await bench.claim(lane === "inbound" ? budget : { inbound: 0 });
      want(
        "its lane",
        leases.map((lease) => lease.lane.kind),
        [lane],
      );
      await bench.settle(onlyLease({ leases }), delivered, noLeases);
    }
    want("the history is there", (await historyOf(bench, id)).length, 1);
    want("then it goes", (await purgeAll(retention, bench.now)).conversations, 1);
    await startAgain(bench);
    want("with its history", await historyOf(bench, id), []);
  });

  check("the backlog is told by backend and in all", async (bench) => {
    await manyLanes(bench);
    const { backends, ...all } = await backlogOf(bench);
    const waiting = Object.entries(backends).map(([backend, kinds]) => [
      backend,
      kinds.inbound.waiting,
      kinds.reports.waiting,
      kinds.notices.waiting,
    ]);
    want("of each", waiting.toSorted(), [
      ["default", 0, 1, 2],
      ["sales", 1, 1, 1],
      ["support", 0, 1, 1],
    ]);
    const sums = [all.inbound, all.reports, all.notices].map((kind) => [kind.lanes, kind.waiting]);
    want("of all", sums, [
      [1, 1],
      [3, 3],
      [3, 4],
    ]);
  });
}
