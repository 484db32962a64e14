import { anInboundAppend, aText, delivered, noLeases, retryAt } from "../../samples/samples.ts";
import { type Check, onlyLease } from "../../stores/store-bench.ts";
import { want } from "../../want.ts";
import { assign, begin, beginIdle, dueOf, forAll, heads, startAgain } from "./owner-bench.ts";
import { changeIn } from "./new-owner-told.ts";

const tellsNew = { tellsNew: true } as const;

export function checkChangesInARow(check: Check): void {
  check("of two changes in a row only the newest is told, to the newest owner", async (bench) => {
    for (const texts of [["hello"], []]) {
      const visitorKey = `${texts.length}`;
      const id =
        texts.length === 0
          ? await beginIdle(bench, { visitorKey })
          : (await begin(bench, { visitorKey })).lane.conversationId;
      const first = onlyLease(await assign(bench, id, "sales", tellsNew));
      const second = onlyLease(await assign(bench, id, "support", tellsNew));
      want("the first is stale", (await bench.trySettle(first, delivered, forAll)).settlements, [
        "stale",
      ]);
      want("the newest", [second.backend, changeIn(second).fence], ["support", 2]);
      const next = await bench.settle(second, delivered, forAll);
      want(
        "then the events",
        heads(next.leases),
        texts.map((text) => ["support", text]),
      );
      want("nothing is left of the first", (await dueOf(bench, "sales")).inbound, null);
    }
  });

  check("a change that is not told takes an untold one with it", async (bench) => {
    const old = await begin(bench);
    const id = old.lane.conversationId;
    await assign(bench, id, "sales", tellsNew, noLeases);
    const { leases } = await assign(bench, id, "support");
    want("only the event", heads(leases), [["support", "hello"]]);
    const idle = await beginIdle(bench, { visitorKey: "2" });
    await assign(bench, idle, "sales", tellsNew, noLeases);
    want("or nothing", (await assign(bench, idle, "support")).leases, []);
  });

  check("who answers within the new backend changes nothing of what it is told", async (bench) => {
    const id = await beginIdle(bench);
    const lease = onlyLease(await assign(bench, id, "sales", tellsNew));
    await assign(bench, id, "sales", { to: { backend: "sales", assignee: "ada" } });
    want("the lease", (await bench.settle(lease, retryAt(bench.now), forAll)).settlements, [
      "settled",
    ]);
    const again = onlyLease({ leases: await bench.claim(forAll) });
    want("the same change", again.head, lease.head);
  });

  check("a crash loses neither the change nor what waits behind it", async (bench) => {
    const old = await begin(bench, { texts: ["a", "b"] });
    const lease = onlyLease(await assign(bench, old.lane.conversationId, "sales", tellsNew));
    await bench.store(anInboundAppend({ messages: [aText("c")] }));
    await startAgain(bench);
    await bench.stores.messages.release({ owner: "node-b", scope: "dead" }, bench.now);
    let next = onlyLease({ leases: await bench.claim(forAll) });
    want("the change, once more", [next.head, next.attempt], [lease.head, 2]);
    const seen: unknown[] = [];
    for (let more = 0; more < 3; more += 1) {
      next = onlyLease(await bench.settle(next, delivered, forAll));
      seen.push(...heads([next]));
    }
    want("then all events", seen, [
      ["sales", "a"],
      ["sales", "b"],
      ["sales", "c"],
    ]);
  });
}
