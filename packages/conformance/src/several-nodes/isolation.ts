import type { AppendResult, Lease } from "@parley/core";
import {
  anInboundAppend,
  anOutboundAppend,
  aText,
  delivered,
  noLeases,
  retryAt,
} from "../samples/samples.ts";
import { want } from "../want.ts";
import type { PortNode, SharedBench, SharedCheck } from "./shared-stores.ts";

const bound = 2;

/** Lanes and channels do not delay each other. */
export function checkIsolation(check: SharedCheck): void {
  check("one blocked lane starves no others", async (bench, a, b) => {
    const ids = await conversations(a, 6);
    const letGo = await bench.shared.lockLanes?.(ids[0] ?? "");
    const granted = [...(await b.claim({ inbound: 3 })), ...(await b.claim())];
    await letGo?.();
    const others = ids.slice(bench.shared.lockLanes === null ? 0 : 1);
    want(
      "all lanes but that one are leased meanwhile",
      granted.map(({ lane }) => lane.conversationId).toSorted(),
      others.toSorted(),
    );
    const rest = await b.claim();
    want("and that one afterwards", granted.length + rest.length, ids.length);
  });

  check("a lane that fails again and again starves no others", async (bench, a, b) => {
    const ids = await conversations(a, 4);
    const seen = new Set<string>();
    for (let turn = 0; turn < 12; turn += 1) {
      for (const lease of await b.claim({ inbound: 1 })) {
        seen.add(lease.lane.conversationId);
        const isBroken = lease.lane.conversationId === ids[0];
        await b.settle(lease, isBroken ? retryAt(bench.now) : delivered, noLeases);
        bench.now += 1;
      }
    }
    want("every lane has had its turn", seen.size, ids.length);
  });

  check("one locked lane in a batch costs only itself", async (bench, a, b) => {
    const { lockLanes } = bench.shared;
    const ids = await conversations(a, 8);
    const locked = ids[3] ?? "";
    const appends = ids.map((_, index) =>
      anInboundAppend({ visitorKey: `v${index}`, messages: [aText("more")] }),
    );
    const letGo = await lockLanes?.(locked);
    const result = await b.commit({ appends });
    const statuses = result.appends.map(statusOf);
    const wanted = ids.map((id) => (id === locked && lockLanes !== null ? "locked" : "stored"));
    await letGo?.();
    want("it alone is not stored, and the answer says why", statuses, wanted);
    const [append] = appends.slice(3);
    if (append === undefined || lockLanes === null) return;
    const again = await b.commit({ appends: [append] });
    want("and is when it is free", again.appends[0]?.status, "stored");
  });

  check("one locked lane costs no other settlement", async (bench, a) => {
    const { lockLanes } = bench.shared;
    await conversations(a, 5);
    const leases = await a.claim();
    const letGo = await lockLanes?.(leases[2]?.lane.conversationId ?? "");
    const settlements = leases.map(({ lane, token }) => ({ lane, token, verdict: delivered }));
    const result = await a.commit({ settlements });
    await letGo?.();
    const wanted = leases.map((_, index) =>
      index === 2 && lockLanes !== null ? "unavailable" : "settled",
    );
    want("the others are settled", result.settlements, wanted);
    const late = await a.commit({ settlements: settlements.slice(2, 3) });
    want(
      "and the token still stands for that one",
      late.settlements,
      lockLanes === null ? ["stale"] : ["settled"],
    );
  });

  check("the bound on series holds across nodes", async (bench, a, b) => {
    const budget = { seriesPerChannel: bound };
    for (let round = 0; round < 8; round += 1) {
      const ids = await conversations(a, 8, { inbound: 100 }, `channel-${round}`);
      const appends = ids.map((id) => anOutboundAppend(id));
      const results = await Promise.all([
        a.store(appends.slice(0, 4), budget),
        b.store(appends.slice(4), budget),
      ]);
      let held: Lease[] = results.flatMap(({ leases }) => [...leases]);
      let carried = 0;
      for (let turn = 0; turn < 20 && held.length > 0; turn += 1) {
        want("no more series than the bound", held.length <= bound, true);
        carried += held.length;
        held = await settleAtOnce(bench, [a, b], held, budget);
      }
      want("and every lane gets its turn", carried, ids.length);
    }
  });
}

/** `locked` when the store says that another transaction has locked the lane. */
function statusOf(result: AppendResult): string {
  return result.status === "unavailable" && result.isLocked === true ? "locked" : result.status;
}

/** Makes conversations with one due message each. */
async function conversations(
  node: PortNode,
  count: number,
  budget: Parameters<PortNode["commit"]>[1] = { inbound: 0 },
  channelKey = "shop-key",
): Promise<readonly string[]> {
  const appends = Array.from({ length: count }, (_, index) =>
    anInboundAppend({ channelKey, visitorKey: `v${index}` }),
  );
  const result = await node.store(appends, budget);
  for (const lease of result.leases) await node.settle(lease, delivered);
  return result.appends.map((append) => ("conversationId" in append ? append.conversationId : ""));
}

async function settleAtOnce(
  bench: SharedBench,
  nodes: readonly [PortNode, PortNode],
  held: readonly Lease[],
  budget: Parameters<PortNode["commit"]>[1],
): Promise<Lease[]> {
  const results = await Promise.all(
    held.map((lease, index) => (nodes[index % 2] ?? nodes[0]).settle(lease, delivered, budget)),
  );
  bench.now += 1;
  const claimed = await nodes[0].claim(budget);
  return [...results.flatMap(({ leases }) => leases), ...claimed];
}
