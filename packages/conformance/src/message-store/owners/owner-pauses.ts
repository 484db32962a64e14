import type { Lease } from "@parley/core";
import { aBackendPause, anInboundAppend, noLeases, pausedAt } from "../../samples/samples.ts";
import { type Check, type StoreBench } from "../../stores/store-bench.ts";
import { want } from "../../want.ts";
import {
  assign,
  begin,
  beginIdle,
  dueOf,
  forAll,
  heads,
  failedFor,
  deliveredFor,
} from "./owner-bench.ts";

const hourMs = 3_600_000;

/** Pauses the lane of a lease from now on. */
async function pause(bench: StoreBench, lease: Lease): Promise<void> {
  await bench.settle(lease, pausedAt(bench.now, hourMs), noLeases);
}

export function checkOwnerPauses(check: Check): void {
  check("paused lanes of one backend go on, those of others do not", async (bench) => {
    for (const [visitorKey, backend] of Object.entries({ 1: "default", 2: "sales", 3: "sales" })) {
      bench.now += 10;
      await pause(bench, await begin(bench, { visitorKey, backend }));
    }
    bench.now += 1_000;
    const { pauses } = bench.stores;
    want("none of a third", await pauses.resume({ backend: "support", limit: 9 }, bench.now), 0);
    want("the longest of one", await pauses.resume({ backend: "sales", limit: 1 }, bench.now), 1);
    const leases = await bench.claim(forAll);
    want(
      "it alone is due",
      leases.map(({ conversation }) => conversation.visitorKey),
      ["2"],
    );
    want("by default, `default`", await pauses.resume({ limit: 9 }, bench.now), 1);
    want("the rest of the other stays", (await dueOf(bench, "sales")).inbound, leases[0]?.until);
    want("and can go on too", await pauses.resume({ backend: "sales", limit: 9 }, bench.now), 1);
  });

  check("of one conversation the lanes of one backend go on", async (bench) => {
    const id = await beginIdle(bench);
    const later = bench.now + hourMs;
    for (const tells of ["default", "sales"]) {
      const { leases } = await bench.settle(await bench.reply(id), failedFor(tells), forAll);
      for (const lease of leases) await pause(bench, lease);
    }
    await bench.settle(await bench.reply(id), deliveredFor("sales"), noLeases);
    const { pauses } = bench.stores;
    want(
      "both of one",
      await pauses.resume({ backend: "sales", conversationId: id }, bench.now),
      2,
    );
    const { reports, notices } = await dueOf(bench, "sales");
    want("they are first", [reports, notices], [0, 0]);
    want("the other's stays paused", (await dueOf(bench, "default")).reports, later);
    want("by default, `default`", await pauses.resume({ conversationId: id }, bench.now), 1);
    want("which goes on", (await dueOf(bench, "default")).reports, 0);
  });

  check("a lane that waits for a change to be told goes on too", async (bench) => {
    const id = await beginIdle(bench);
    const { leases } = await assign(bench, id, "sales", { tellsNew: true });
    for (const lease of leases) await pause(bench, lease);
    const { pauses } = bench.stores;
    want("it", await pauses.resume({ backend: "sales", conversationId: id }, bench.now), 1);
    want("with its change", heads(await bench.claim(forAll)), [["sales", "assigned"]]);
  });

  check("the list of paused lanes names their backends", async (bench) => {
    const paused: unknown[] = [];
    for (const [visitorKey, backend] of Object.entries({ 1: "sales", 2: "default" })) {
      bench.now += 10;
      const lease = await begin(bench, { visitorKey, backend });
      await pause(bench, lease);
      paused.push({ lane: lease.lane, backend, sequence: lease.head.sequence, since: bench.now });
    }
    want("each", await bench.stores.pauses.longestPaused(5), paused);
  });

  check("at equal instants the backend that was opened earlier is first", async (bench) => {
    const id = await beginIdle(bench);
    for (const tells of ["support", "default", "sales"])
      await bench.settle(await bench.reply(id), failedFor(tells), noLeases);
    for (const lease of await bench.claim(forAll)) await pause(bench, lease);
    const paused = await bench.stores.pauses.longestPaused(5);
    want(
      "in that order",
      paused.map(({ backend }) => backend),
      ["default", "sales", "support"],
    );
  });

  check("the pause of a backend is its own", async (bench) => {
    const { pauses } = bench.stores;
    for (const backend of ["default", "sales"])
      want(`of ${backend}`, await pauses.save(aBackendPause({ backend })), true);
    want("a lane of the third is leased", heads(await leasesOf(bench, "support")), [
      ["support", "hello"],
    ]);
  });
}

async function leasesOf(bench: StoreBench, backend: string): Promise<readonly Lease[]> {
  return (await bench.commit({ appends: [anInboundAppend({ backend })] }, forAll)).leases;
}
