import { anInboundAppend, delivered, retryAt } from "../samples/samples.ts";
import { type Check, onlyLease } from "../stores/store-bench.ts";
import { want } from "../want.ts";

export function checkReleases(check: Check): void {
  check("a node gives back what it holds, at once claimable, and nobody else's", async (bench) => {
    const [mine, other] = [
      await bench.accept(),
      await bench.accept(anInboundAppend({ visitorKey: "2" }), { owner: "node-b" }),
    ];
    bench.now += 100;
    await bench.stores.messages.release({ owner: "node-a", scope: "own" }, bench.now);
    const again = onlyLease({ leases: await bench.claim() });
    want("its own lane only", again.lane, mine.lane);
    want("the released lease is stale", (await bench.trySettle(mine, delivered)).settlements, [
      "stale",
    ]);
    want("the other still holds", (await bench.settle(other, delivered)).settlements, ["settled"]);
  });

  check("an outbound series that was given back goes on at its next tick", async (bench) => {
    const lease = await bench.reply(await bench.converse());
    bench.now += 100;
    await bench.stores.messages.release({ owner: "node-a", scope: "own" }, bench.now);
    want(
      "no attempt out of turn",
      (await bench.stores.messages.nextDueAt()).outbound,
      lease.startedAt + 3_000,
    );
    bench.now = lease.startedAt + 3_000;
    const next = onlyLease({ leases: await bench.claim() });
    want(
      "the second attempt of the same series",
      [next.attempt, next.startedAt],
      [2, lease.startedAt],
    );
  });

  check("a node that comes up takes over from the dead", async (bench) => {
    const lease = await bench.accept();
    await bench.restart();
    await bench.stores.messages.release({ owner: "node-b", scope: "dead" }, bench.now);
    const taken = onlyLease({ leases: await bench.claim({ owner: "node-b" }) });
    want("without waiting for the lease to end", taken.lane, lease.lane);
    want("the dead one's answer is stale", (await bench.trySettle(lease, delivered)).settlements, [
      "stale",
    ]);
  });

  check("releasing the dead leaves one's own leases alone", async (bench) => {
    const lease = await bench.accept();
    await bench.stores.messages.release({ owner: "node-a", scope: "dead" }, bench.now);
    want("the caller lives", (await bench.settle(lease, delivered)).settlements, ["settled"]);
  });

  check(
    "after a clock that ran ahead, a pause longer than the longest counts as over",
    async (bench) => {
      const lease = await bench.accept();
      await bench.settle(lease, retryAt(bench.now + 60_000));
      bench.now -= 1;
      await bench.restart();
      await bench.stores.messages.release({ owner: "node-b", scope: "dead" }, bench.now);
      want("60.001 s away is now", (await bench.stores.messages.nextDueAt()).inbound, bench.now);
    },
  );

  check("an honest pause is kept over a restart", async (bench) => {
    const lease = await bench.accept();
    await bench.settle(lease, retryAt(bench.now + 60_000));
    await bench.restart();
    await bench.stores.messages.release({ owner: "node-b", scope: "dead" }, bench.now);
    want(
      "it is due when it was",
      (await bench.stores.messages.nextDueAt()).inbound,
      bench.now + 60_000,
    );
  });

  check(
    "a series that began in what is now the future is moved into the past, ticks and all",
    async (bench) => {
      const lease = await bench.reply(await bench.converse());
      await bench.settle(lease, retryAt(lease.startedAt + 3_000));
      bench.now -= 50_000;
      await bench.restart();
      await bench.stores.messages.release({ owner: "node-b", scope: "dead" }, bench.now);
      const due = (await bench.stores.messages.nextDueAt()).outbound;
      want("due now, not when it was", due, bench.now);
      const next = onlyLease({ leases: await bench.claim() });
      want("its start lies before the restart", next.startedAt, lease.startedAt - 50_000 - 3_000);
    },
  );

  check("a lease from the future is given back on the same terms", async (bench) => {
    const lease = await bench.reply(await bench.converse());
    bench.now -= 3_600_000;
    await bench.restart();
    await bench.stores.messages.release({ owner: "node-b", scope: "dead" }, bench.now);
    want("due now, not in an hour", (await bench.stores.messages.nextDueAt()).outbound, bench.now);
    const next = onlyLease({ leases: await bench.claim() });
    want("as the second attempt", [next.attempt, next.startedAt], [2, bench.now - 3_000]);
    want("of the same message", next.head, lease.head);
  });
}
