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

/** Number of lanes that wait for the agent app, each retried after a minute, and for integrating systems, after 3 s. */
export interface CrowdOptions {
  readonly inPause: number;
  readonly inRedelivery: number;
}

/** `claims`: as many as possible. `dispatch`: a message every two milliseconds. */
export interface CrowdOrder {
  readonly measure: "claims" | "dispatch";
  readonly forMs: number;
}

/** Of healthy lanes only: claims per second, or milliseconds from append to lease. */
export type CrowdResult = number;

const pauseMs = 60_000;
const tickMs = 3_000;
const healthy = 1_024;
const firstHealthy = 1_000_000;
const claimed = 512;
const perMs = 0.5;
/** A gateway's minimum pause between two claims on a remote store. */
const claimApartMs = 10;
/** Average time of an answer; it varies by half of that. */
const attemptMs = 20;

const { inPause, inRedelivery } = optionsOf<CrowdOptions>();
const postgres = await startDurablePostgres();
const store = await openPostgresStore(postgres.connectionString);
const { messages } = store;
/** Stops outside of measurements, so that nothing falls due. */
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
    // Flushes earlier writes, so that no measurement waits for them.
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

/** Vacuums the tables after filling, as autovacuum would have done by then. */
async function clearAway(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query("vacuum analyze");
  await client.end();
}

/** A healthy lane always has a delivery due: each claimed one is settled and followed by another. */
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

/** p99 at a rate below the database's limit. Waiting lanes are served at the same time, as in a gateway. */
async function dispatchMs(forMs: number): Promise<number> {
  const waits: number[] = [];
  /** Due instants of each healthy writer's messages, oldest first. */
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

/** Sends a message every two milliseconds. `dueAt` records when each writer's was due. */
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

/** An attempt takes time, whatever its result. Its lease is held meanwhile. */
async function attempt(loops: StoreLoops, lease: Lease): Promise<void> {
  await pause(attemptMs * (0.5 + Math.random()));
  loops.settle(settled(lease));
}

function timeIsUp(afterMs: number): () => boolean {
  const until = performance.now() + afterMs;
  return () => performance.now() > until;
}

/** Settles whatever is due until no healthy lane is left. */
async function empty(): Promise<void> {
  for (let left = 1; left > 0;) {
    const leases = await messages.claim(clock.now(), budgetOf(claimed));
    const settlements = leases.map((lease) => settled(lease));
    await messages.commit({ appends: [], settlements }, clock.now(), budgetOf(0));
    left = leases.filter(isHealthy).length;
  }
}

/** An unhealthy lane is due again after its pause. */
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
