import { setTimeout as pause } from "node:timers/promises";
import type { Append, Lease, Settlement, Verdict } from "@parley/core";
import { optionsOf, serveParent } from "../process/serve-parent.ts";
import { quantile } from "../statistics.ts";
import { startDurablePostgres } from "../stacks/postgres.ts";
import { budgetOf, openPostgresStore } from "./opened-store.ts";
import { fillPending } from "./pending-lanes.ts";
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
/** As often as a gateway would at most. */
const claimEveryMs = 25;

const { inPause, inRedelivery } = optionsOf<CrowdOptions>();
const postgres = await startDurablePostgres();
const store = await openPostgresStore(postgres.connectionString);
const { messages } = store;
const lanes = inPause + inRedelivery;
let written = 0;
if (lanes > 0)
  await fillPending(messages, {
    lanes,
    outboundEvery: lanes / inRedelivery,
    dueFrom: Date.now(),
    dueWithinMs: pauseMs,
  });
serveParent({
  ready: true,
  answer: async ({ measure, forMs }: CrowdOrder): Promise<CrowdResult> => {
    await catchUp();
    return measure === "claims" ? claimsPerSecond(forMs) : dispatchMs(forMs);
  },
  stop: async () => {
    await store.close();
    await postgres.stop();
  },
});

/**
 * Whoever fell due while nobody measured is put off, to any instant within its time: from then on as many are due at
 * any moment as at any other.
 */
async function catchUp(): Promise<void> {
  const until = Date.now();
  for (let isBehind = true; isBehind;) {
    // Only who was due when this began: a large crowd has somebody due at any moment.
    const due = await messages.claim(until, budgetOf(claimed));
    const settlements = due.map((lease) => settled(lease, Math.random()));
    await messages.commit({ appends: [], settlements }, Date.now(), budgetOf(0));
    isBehind = due.length > 0;
  }
}

/** Healthy lanes always have something due: whoever is claimed is settled and writes again. */
async function claimsPerSecond(forMs: number): Promise<number> {
  await append(everybody());
  const startedAt = performance.now();
  let claims = 0;
  while (performance.now() - startedAt < forMs) {
    const leases = await messages.claim(Date.now(), budgetOf(claimed));
    const own = leases.filter(isHealthy);
    claims += own.length;
    await messages.commit(
      { appends: own.map(writesAgain), settlements: leases.map((lease) => settled(lease)) },
      Date.now(),
      budgetOf(0),
    );
  }
  const perSecond = (claims * 1_000) / (performance.now() - startedAt);
  await empty();
  return perSecond;
}

/** p99 at a rate that leaves the database time: what waits is carried beside it, as a gateway does. */
async function dispatchMs(forMs: number): Promise<number> {
  const startedAt = performance.now();
  const waits: number[] = [];
  let due: number[] = [];
  let sent = 0;
  let settlements: Settlement[] = [];
  for (let claimAt = 0; performance.now() - startedAt < forMs;) {
    const now = performance.now();
    for (; sent < (now - startedAt) * perMs; sent += 1) due.push(startedAt + sent / perMs);
    if (due.length + settlements.length > 0) {
      const batch = { appends: due.map(nextOfTurn), settlements };
      const { leases } = await messages.commit(batch, Date.now(), budgetOf(claimed));
      for (const at of due) waits.push(performance.now() - at);
      due = [];
      settlements = leases.map((lease) => settled(lease));
    }
    if (performance.now() > claimAt) {
      const claims = await messages.claim(Date.now(), budgetOf(claimed));
      settlements.push(...claims.map((lease) => settled(lease)));
      claimAt = performance.now() + claimEveryMs;
    }
    await pause(1);
  }
  await messages.commit({ appends: [], settlements }, Date.now(), budgetOf(0));
  await empty();
  return quantile(waits, 0.99);
}

/** Settles whatever is due until nothing healthy is left. */
async function empty(): Promise<void> {
  for (let left = 1; left > 0;) {
    const leases = await messages.claim(Date.now(), budgetOf(claimed));
    const settlements = leases.map((lease) => settled(lease));
    await messages.commit({ appends: [], settlements }, Date.now(), budgetOf(0));
    left = leases.filter(isHealthy).length;
  }
}

/** What is not healthy is due again after its time, or after a `part` of it. */
function settled(lease: Lease, part = 1): Settlement {
  const { lane, token, memo } = lease;
  const afterMs = part * (lane.kind === "outbound" ? tickMs : pauseMs);
  const verdict: Verdict = isHealthy(lease)
    ? { kind: "delivered", record: null }
    : { kind: "retry", due: Date.now() + Math.round(afterMs), memo };
  return { lane, token, verdict };
}

function isHealthy({ lane }: Lease): boolean {
  return writerOf(lane.conversationId) >= firstHealthy;
}

async function append(appends: readonly Append[]): Promise<void> {
  await messages.commit({ appends, settlements: [] }, Date.now(), budgetOf(0));
}

function everybody(): readonly Append[] {
  return Array.from({ length: healthy }, (_, index) => writes(firstHealthy + index));
}

function writesAgain({ lane }: Lease): Append {
  return writes(writerOf(lane.conversationId));
}

function nextOfTurn(): Append {
  return writes(firstHealthy + (written % healthy));
}

function writes(writer: number): Append {
  written += 1;
  return visitorAppend(writer % 10, { writer, number: written, sentAt: Date.now() });
}
