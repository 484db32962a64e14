import { aText, anInboundAppend, delivered } from "../samples/samples.ts";
import { onlyLease } from "../stores/store-bench.ts";
import { want, wantSome } from "../want.ts";
import type { SharedCheck } from "./shared-stores.ts";

/** Which node may carry a lane when its owner is slow or dead. */
export function checkOwnership(check: SharedCheck): void {
  check("a lane is not taken over before its lease ends", async (bench, a, b) => {
    const lease = onlyLease(await a.store([anInboundAppend()]));
    bench.now = lease.until - 1;
    want("its owner is merely slow", await b.claim(), []);
    bench.now = lease.until;
    const [taken] = await b.claim();
    want(
      "at the instant of takeover another node gets it",
      wantSome("there is a lease", taken).head,
      lease.head,
    );
    want("under a higher token", wantSome("there is a lease", taken).token > lease.token, true);
  });

  check("a stale worker cannot finish another's work", async (bench, a, b) => {
    const lease = onlyLease(
      await a.store([anInboundAppend(), anInboundAppend({ messages: [aText("2")] })]),
    );
    bench.now = lease.until;
    const taken = wantSome("the lane is taken over", (await b.claim())[0]);
    const late = await a.trySettle(lease, delivered);
    want("the settlement of the slow owner is refused", late.settlements, ["stale"]);
    want("and gets it nothing", late.leases, []);
    const done = await b.settle(taken, delivered);
    want("that of the new one is taken", done.settlements, ["settled"]);
    want("and the next message follows", onlyLease(done).head.message, aText("2"));
    want("once", (await a.trySettle(lease, delivered)).leases, []);
  });

  check("two owners who settle one lane at once do not both succeed", async (bench, a, b) => {
    const lease = onlyLease(
      await a.store([anInboundAppend(), anInboundAppend({ messages: [aText("2")] })]),
    );
    bench.now = lease.until;
    const taken = wantSome("the lane is taken over", (await b.claim())[0]);
    const [late, done] = await Promise.all([
      a.trySettle(lease, delivered),
      b.trySettle(taken, delivered),
    ]);
    want("the token decides", [...late.settlements, ...done.settlements], ["stale", "settled"]);
    want("and one lease is granted", late.leases.length + done.leases.length, 1);
  });

  check("what a crashed owner held is given back", async (bench, a, b) => {
    const lease = onlyLease(await a.store([anInboundAppend()]));
    await a.stores.crash();
    bench.now += 1;
    await b.release("dead");
    const taken = wantSome("without waiting for its lease to end", (await b.claim())[0]);
    want("the same head", taken.head, lease.head);
    want("at the price of an attempt", taken.attempt, lease.attempt + 1);
  });

  check("what a living owner holds stays with it", async (bench, a, b) => {
    const lease = onlyLease(await a.store([anInboundAppend()]));
    bench.now += 1;
    await b.release("dead");
    want("nobody else may claim it", await b.claim(), []);
    await b.release("own");
    want("whatever others give back", await b.claim(), []);
    want("and it settles it", (await a.settle(lease, delivered)).settlements, ["settled"]);
  });

  check("erasing on one node makes the lease of another stale", async (_bench, a, b) => {
    const lease = onlyLease(await a.store([anInboundAppend()]));
    const { conversationId } = lease.lane;
    want("it is erased", await b.stores.conversations.erase(conversationId), true);
    want("and nothing is settled", (await a.trySettle(lease, delivered)).settlements, ["stale"]);
  });
}
