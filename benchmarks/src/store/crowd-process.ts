import { execFile } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { Append, Lease, Settlement, Verdict } from "@parley/core";
import { Client } from "pg";
import { optionsOf, serveParent } from "../process/serve-parent.ts";
import { quantile } from "../statistics.ts";
import { startDurablePostgres } from "../stacks/postgres.ts";
import { budgetOf, openPostgresStore } from "./opened-store.ts";
import { fillPending } from "./pending-lanes.ts";
import { Stopwatch } from "./stopwatch.ts";
import { StoreLoops } from "./store-loops.ts";
import { visitorAppend, writerOf } from "./visitor-append.ts";

/** Lanes that wait for the agent app, each to be tried again after a minute, and for integrating systems: after 3 s. */
export interface CrowdOptions {
  readonly inPause: number;
  readonly inRedelivery: number;
}

/** `claims`: as many as can be. `dispatch`: a message every two milliseconds. */
export interface CrowdOrder {
  readonly measure: "claims" | "dispatch";
  readonly forMs: number;
}

/** Of the healthy lanes alone: claims a second, or milliseconds from append to lease. */
export type CrowdResult = number;

const pauseMs = 60_000;
const tickMs = 3_000;
const healthy = 1_024;
const firstHealthy = 1_000_000;
const claimed = 512;
const perMs = 0.5;
/** As a gateway leaves between two claims of a store elsewhere. */
const claimApartMs = 10;
/** What an answer takes on the average: half of that at least, and half more at most. */
const attemptMs = 20;

const { inPause, inRedelivery } = optionsOf<CrowdOptions>();
const postgres = await startDurablePostgres();
const store = await openPostgresStore(postgres.connectionString);
const { messages } = store;
/** Stands still while nobody measures: nobody falls due meanwhile. */
const clock = new Stopwatch();
const lanes = inPause + inRedelivery;
let written = 0;
if (lanes > 0)
  await fillPending(messages, {
    lanes,
    outboundEvery: lanes / inRedelivery,
    dueFrom: clock.now(),
    dueWithinMs: pauseMs,
    outboundDueWithinMs: tickMs,
  });
await clearAway(postgres.connectionString);
serveParent({
  ready: true,
  answer: async ({ measure, forMs }: CrowdOrder): Promise<CrowdResult> => {
    // Nobody waits for the disk because of what somebody else has written before.
    await promisify(execFile)("sync");
    clock.run();
    const result = await (measure === "claims" ? claimsPerSecond(forMs) : dispatchMs(forMs));
    clock.stop();
    return result;
  },
  stop: async () => {
    await store.close();
    await postgres.stop();
  },
});

/** What filling has left behind in tables is gone before anything is measured, as it would be by then. */
async function clearAway(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query("vacuum analyze");
  await client.end();
}

/** Healthy lanes always have something due: whoever is claimed is settled and writes again. */
async function claimsPerSecond(forMs: number): Promise<number> {
  await append(everybody());
  const isOver = timeIsUp(forMs);
  let claims = 0;
  const loops = new StoreLoops(messages, clock, {
    grantsInCommits: false,
    carry: (lease) => {
      void attempt(loops, lease).then(() => {
        if (isHealthy(lease) && !isOver()) loops.append(writesAgain(lease));
      });
      if (isHealthy(lease) && !isOver()) claims += 1;
    },
  });
  await loops.run(isOver, claimApartMs);
  await empty();
  return (claims * 1_000) / forMs;
}

/** p99 at a rate that leaves the database time: what waits is carried beside it, as a gateway does. */
async function dispatchMs(forMs: number): Promise<number> {
  const waits: number[] = [];
  /** When each healthy writer's messages were due, oldest first. */
  const dueAt = new Map<number, number[]>();
  const loops = new StoreLoops(messages, clock, {
    grantsInCommits: true,
    carry: (lease) => {
      void attempt(loops, lease);
      const at = dueAt.get(writerOf(lease.lane.conversationId))?.shift();
      if (at !== undefined) waits.push(performance.now() - at);
    },
  });
  const isOver = timeIsUp(forMs);
  await Promise.all([loops.run(isOver, claimApartMs), write(loops, dueAt, isOver)]);
  await empty();
  return quantile(waits, 0.99);
}

/** A message every two milliseconds; `dueAt` notes for each writer when that was. */
async function write(
  loops: StoreLoops,
  dueAt: Map<number, number[]>,
  isOver: () => boolean,
): Promise<void> {
  const startedAt = performance.now();
  for (let sent = 0; !isOver(); await pause(1 / perMs))
    for (; sent < (performance.now() - startedAt) * perMs; sent += 1) {
      const writer = firstHealthy + (sent % healthy);
      dueAt.set(writer, [...(dueAt.get(writer) ?? []), startedAt + sent / perMs]);
      loops.append(writes(writer));
    }
}

/** An attempt takes its time, however it ends; meanwhile its lease is held. */
async function attempt(loops: StoreLoops, lease: Lease): Promise<void> {
  await pause(attemptMs * (0.5 + Math.random()));
  loops.settle(settled(lease));
}

function timeIsUp(afterMs: number): () => boolean {
  const until = performance.now() + afterMs;
  return () => performance.now() > until;
}

/** Settles whatever is due until nothing healthy is left. */
async function empty(): Promise<void> {
  for (let left = 1; left > 0;) {
    const leases = await messages.claim(clock.now(), budgetOf(claimed));
    const settlements = leases.map((lease) => settled(lease));
    await messages.commit({ appends: [], settlements }, clock.now(), budgetOf(0));
    left = leases.filter(isHealthy).length;
  }
}

/** What is not healthy is due again after its time. */
function settled(lease: Lease): Settlement {
  const { lane, token, memo } = lease;
  const afterMs = lane.kind === "outbound" ? tickMs : pauseMs;
  const verdict: Verdict = isHealthy(lease)
    ? { kind: "delivered", record: null }
    : { kind: "retry", due: clock.now() + afterMs, memo };
  return { lane, token, verdict };
}

function isHealthy({ lane }: Lease): boolean {
  return writerOf(lane.conversationId) >= firstHealthy;
}

async function append(appends: readonly Append[]): Promise<void> {
  await messages.commit({ appends, settlements: [] }, clock.now(), budgetOf(0));
}

function everybody(): readonly Append[] {
  return Array.from({ length: healthy }, (_, index) => writes(firstHealthy + index));
}

function writesAgain({ lane }: Lease): Append {
  return writes(writerOf(lane.conversationId));
}

function writes(writer: number): Append {
  written += 1;
  return visitorAppend(writer % 10, { writer, number: written, sentAt: clock.now() });
}
