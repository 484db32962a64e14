import type { Lease } from "@parley/core";
import {
  anInboundAppend,
  aText,
  delivered,
  failed,
  pausedAt,
  retryAt,
  unusedAt,
} from "../samples/samples.ts";
import { type Check, onlyLease, type StoreBench } from "../stores/store-bench.ts";
import { want } from "../want.ts";

const hourMs = 3_600_000;

/** The only lane that is due at an instant. */
async function claimAt(bench: StoreBench, now: number): Promise<Lease> {
  bench.now = now;
  return onlyLease({ leases: await bench.claim() });
}

export function checkPauses(check: Check): void {
  check("a pause before anything else leaves a head that was never tried", async (bench) => {
    const first = await bench.accept();
    const askedAt = (bench.now += 500);
    await bench.settle(first, pausedAt(askedAt, hourMs, { memo: "memo" }));
    const due = askedAt + hourMs;
    want("due when it is over", (await bench.stores.messages.nextDueAt()).inbound, due);
    bench.now = due - 1;
    want("not earlier", await bench.claim(), []);
    const second = await claimAt(bench, due);
    want("the same head, and no attempt counts", second, {
      ...first,
      token: second.token,
      startedAt: due,
      until: second.until,
      memo: "memo",
      pausedSince: askedAt,
    });
  });

  check("a later pause counts neither as an attempt nor as time", async (bench) => {
    const first = await bench.accept();
    await bench.settle(first, retryAt(bench.now + 1_000, "tried once"));
    const second = await claimAt(bench, bench.now + 1_000);
    await bench.settle(second, pausedAt(bench.now, 600_000, { memo: second.memo }));
    const third = await claimAt(bench, bench.now + 600_000);
    want(
      "attempt, start and memo",
      [third.attempt, third.startedAt, third.memo],
      [2, first.startedAt + 600_000, "tried once"],
    );
  });

  check("pauses in a row keep the first instant, and so does an unused lease", async (bench) => {
    const since = bench.now;
    await bench.settle(await bench.accept(), pausedAt(since, 1_000));
    const second = await claimAt(bench, since + 1_000);
    await bench.settle(second, pausedAt(bench.now, 2_000, { since: second.pausedSince ?? 0 }));
    const third = await claimAt(bench, bench.now + 2_000);
    want("the first one's", [third.pausedSince, third.attempt], [since, 1]);
    await bench.settle(third, unusedAt(bench.now));
    const fourth = await claimAt(bench, bench.now + 1);
    want("unused", [fourth.pausedSince, fourth.attempt], [since, 1]);
    const taken = await claimAt(bench, fourth.until);
    want("and taken over", [taken.pausedSince, taken.attempt], [since, 2]);
  });

  check("a failed attempt ends the pauses of a head", async (bench) => {
    await bench.settle(await bench.accept(), pausedAt(bench.now, 1_000));
    const second = await claimAt(bench, bench.now + 1_000);
    await bench.settle(second, retryAt(bench.now + 1_000));
    const third = await claimAt(bench, bench.now + 1_000);
    want("none", [third.pausedSince, third.attempt], [null, 2]);
    await bench.settle(third, pausedAt(bench.now, 1_000));
    const fourth = await claimAt(bench, bench.now + 1_000);
    want("a new row of them", [fourth.pausedSince, fourth.attempt], [bench.now - 1_000, 2]);
  });

  check("the next head has no pause", async (bench) => {
    const texts = [aText("one"), aText("two")];
    await bench.settle(
      await bench.accept(anInboundAppend({ messages: texts })),
      pausedAt(bench.now, 1_000),
    );
    const second = await claimAt(bench, bench.now + 1_000);
    const next = onlyLease(await bench.settle(second, delivered));
    want("nor an attempt", [next.pausedSince, next.attempt], [null, 1]);
    const other = await bench.accept(anInboundAppend({ visitorKey: "2" }));
    want("nor has another lane", other.pausedSince, null);
  });

  check("a pause holds up no other lane of its conversation", async (bench) => {
    const lease = await bench.accept();
    await bench.settle(lease, pausedAt(bench.now, hourMs));
    const outbound = await bench.reply(lease.lane.conversationId);
    const report = onlyLease(await bench.settle(outbound, failed("{}")));
    want("a report", report.lane.kind, "reports");
  });

  check("a stale pause changes nothing", async (bench) => {
    const lease = await bench.accept();
    const stale = { ...lease, token: lease.token + 1 };
    const result = await bench.trySettle(stale, pausedAt(bench.now, hourMs));
    want("refused", result.settlements, ["stale"]);
    want("nothing is paused", await bench.stores.pauses.longestPaused(5), []);
    want("the lease stands", (await bench.settle(lease, delivered)).settlements, ["settled"]);
  });

  check("a pause and messages of other conversations come in one commit", async (bench) => {
    const { lane, token } = await bench.accept();
    const settlements = [{ lane, token, verdict: pausedAt(bench.now, 1_000) }];
    const appends = [anInboundAppend(), anInboundAppend({ visitorKey: "2" })];
    const result = await bench.commit({ settlements, appends });
    want("settled", result.settlements, ["settled"]);
    want(
      "only the other lane starts",
      result.leases.map(({ conversation }) => conversation.visitorKey),
      ["2"],
    );
    const next = await claimAt(bench, bench.now + 1_000);
    want("one attempt, under a pause", [next.attempt, next.pausedSince], [1, bench.now - 1_000]);
  });

  checkPausesAfterRestart(check);
}

function checkPausesAfterRestart(check: Check): void {
  const restart = async (bench: StoreBench): Promise<number | null> => {
    await bench.restart();
    await bench.stores.messages.release({ owner: "node-b", scope: "dead" }, bench.now);
    return (await bench.stores.messages.nextDueAt()).inbound;
  };

  check("after a restart a pause lasts until its instant", async (bench) => {
    await bench.settle(await bench.accept(), pausedAt(bench.now, hourMs));
    const due = bench.now + hourMs;
    bench.now += 10;
    want("as it was stored", await restart(bench), due);
  });

  check("but no longer than one hour, as when the clock was set back", async (bench) => {
    await bench.settle(await bench.accept(), pausedAt(bench.now, hourMs));
    bench.now -= hourMs;
    want("one hour from now", await restart(bench), bench.now + hourMs);
    const lease = await claimAt(bench, bench.now + hourMs);
    want("and it is a pause still", lease.pausedSince !== null, true);
  });

  check("many paused lanes keep none from its repair", async (bench) => {
    const appends = Array.from({ length: 600 }, (_, index) =>
      anInboundAppend({ visitorKey: `paused-${index}` }),
    );
    const budget = { inbound: 600 };
    const { leases } = await bench.commit({ appends }, budget);
    const { settlements } = await bench.commit({
      settlements: leases.map(({ lane, token }) => ({
        lane,
        token,
        verdict: pausedAt(bench.now, hourMs / 2),
      })),
    });
    want("all are settled", new Set(settlements), new Set(["settled"]));
    await bench.settle(
      await bench.accept(anInboundAppend({ visitorKey: "failed" })),
      retryAt(bench.now + hourMs),
    );
    bench.now -= 1_000;
    want("the one that is not paused is due now", await restart(bench), bench.now);
    want("it alone", (await bench.claim(budget)).length, 1);
  });
}
