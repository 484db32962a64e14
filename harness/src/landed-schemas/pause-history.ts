import type { Append, Settlement } from "@parley/core";
import {
  aBackendPause,
  aBudget,
  anInboundAppend,
  deliveredWith,
  type OpenedStores,
  pausedAt,
} from "@parley/conformance";

import { verdictOn } from "./verdict-on.ts";

type Stores = Omit<OpenedStores, "reopen" | "close">;

const anHour = 3_600_000;

/** A paused backend, and a conversation with a notice that waits and a message that is paused. */
export async function writePauses(stores: Stores, now: number): Promise<void> {
  await stores.pauses.save(aBackendPause({ since: now, until: now + anHour, readyAt: now - 1 }));
  const rosa = anInboundAppend({ visitorKey: "rosa" });
  const call = async (appends: readonly Append[], settled: readonly Settlement[]) => {
    const batch = { appends, settlements: settled };
    return (await stores.messages.commit(batch, now, aBudget({ notices: 0 }))).leases[0];
  };
  const first = await call([rosa], []);
  const second = await call([rosa], [verdictOn(first, deliveredWith('{"about":1}'))]);
  await call([], [verdictOn(second, pausedAt(now, anHour))]);
}

/** Versions before 4 know no pauses. */
export async function readPauses({ pauses, deliveries }: Stores): Promise<unknown> {
  const paused = await pauses.longestPaused(10);
  return {
    backends: await pauses.pauses(),
    lanes: paused.map(({ lane, sequence }) => `${lane.conversationId} ${lane.kind} ${sequence}`),
    notices: (await deliveries.backlog()).notices.waiting,
  };
}
