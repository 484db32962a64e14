import { anInboundAppend, delivered, noLeases, pausedAt, retryAt } from "../../samples/samples.ts";
import type { Check } from "../../stores/store-bench.ts";
import { wantDone } from "../../want-done.ts";
import { want } from "../../want.ts";
import { dueOf, forAll, heads, startAgain } from "./owner-bench.ts";
import { manyLanes } from "./owner-ends.ts";

const hourMs = 3_600_000;

export function checkOwnerReleases(check: Check): void {
  check("a node gives back the lanes of all backends, those of other nodes not", async (bench) => {
    const id = await manyLanes(bench);
    const leases = await bench.claim(forAll);
    const other = await bench.accept(anInboundAppend({ visitorKey: "2", backend: "sales" }), {
      ...forAll,
      owner: "node-b",
    });
    bench.now += 10;
    await bench.stores.messages.release({ owner: "node-a", scope: "own" }, bench.now);
    const again = await bench.claim(forAll);
    want("the same heads", heads(again), heads(leases));
    want("each one attempt on", new Set(again.map(({ attempt }) => attempt)), new Set([2]));
    want(
      "of one conversation",
      new Set(again.map(({ lane }) => lane.conversationId)),
      new Set([id]),
    );
    want("the other stands", (await bench.settle(other, delivered)).settlements, ["settled"]);
  });

  check("after a restart the lanes of all backends are repaired", async (bench) => {
    await manyLanes(bench);
    const leases = await bench.claim(forAll);
    const settlements = leases.map(({ lane, backend, token }) => ({
      lane,
      token,
      verdict: backend === "support" ? pausedAt(bench.now, hourMs) : retryAt(bench.now + 60_000),
    }));
    wantDone("settlements", await bench.commit({ settlements }, noLeases));
    bench.now -= hourMs;
    await startAgain(bench);
    await bench.stores.messages.release({ owner: "node-b", scope: "dead" }, bench.now);
    const due = async (backend: string) => {
      const { inbound, reports, notices } = await dueOf(bench, backend);
      return [inbound, reports, notices];
    };
    const { now } = bench;
    want("of the first", await due("default"), [null, now, now]);
    want("of the new owner", await due("sales"), [now, now, now]);
    want("paused for an hour", await due("support"), [null, now + hourMs, now + hourMs]);
  });
}
