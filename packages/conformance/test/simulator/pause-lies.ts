import type { Verdict } from "@parley/core";
import { epoch } from "../../src/simulator/world/life.ts";
import type { Entry } from "../../src/simulator/judge/trace-entry.ts";
import { budget, ended, inbound, lease, outbound, soundStory, type Story } from "./story.ts";

type Scope = "event" | "backend";

/** A visitor's message that the agent app postpones at 12 s. */
export function postponed(scope: Scope, inMs: number, forMs = inMs, story = soundStory()): Story {
  const pause = { since: epoch + 12_000, forMs };
  const due = epoch + 12_000 + (scope === "event" ? forMs : 0);
  return story
    .writes(12_000, inbound("h2"), 4, lease("inbound", 4, 7, 12_000))
    .calls(12_000, 9, "receive", "c.4", { outcome: "later", inMs, scope })
    .settles(12_000, "inbound", 7, { kind: "retry", due, memo: null, pause });
}

/** It is leased and taken at this instant. */
export function taken(story: Story, at: number, attempt = 1): Story {
  const leases = [{ ...lease("inbound", 4, 8, at, attempt), pausedSince: epoch + 12_000 }];
  return story
    .tell(at, { kind: "claim", now: epoch + at, budget, leases })
    .calls(at, 10, "receive", "c.4", {}, true)
    .settles(at, "inbound", 8, { kind: "delivered", record: null });
}

/** An agent's message that is delivered at 13 s, and its notice, if somebody is told. */
export function noticed(story = soundStory(), isTold = true): Story {
  const about = { deliveryId: "c.5", conversationId: "c", channelId: "shop", sequence: 5 };
  const notice = JSON.stringify({ ...about, deliveredAt: epoch + 13_000 });
  const verdict = { kind: "delivered", record: null, ...(isTold ? { notice } : {}) } as const;
  return story
    .writes(13_000, outbound("m2"), 5, lease("outbound", 5, 11, 13_000))
    .posts(13_000, 11, undefined, "m2")
    .settles(13_000, "outbound", 11, verdict, isTold ? [lease("notices", 6, 12, 13_000)] : []);
}

const told = (story: Story): Entry[] => ended(story).entries;
const dropped = (reason: "backend-failing" | "backend-rejected"): Verdict => {
  return { kind: "failed", failure: { reason }, report: null, record: null };
};

function receives(story: Story, at: number, call: number): Story {
  const asked = { id: "c.4", conversationId: "c", visitor: { name: "Ann", id: "1" } };
  return story.tell(at, { kind: "receive", call, ...asked, mayBeRepeat: true, end: "hangs" });
}

/** One lie for each check of pauses and notices. */
export const pauseLies: Readonly<Record<string, () => Entry[]>> = {
  "may-be-repeat": () => {
    const entries = told(taken(postponed("event", 5_000), 17_000));
    return entries.map((entry) =>
      entry.kind === "receive" ? { ...entry, mayBeRepeat: false } : entry,
    );
  },
  "event-pauses": () => told(taken(postponed("event", 5_000), 14_000)),
  "app-pauses": () => told(taken(postponed("backend", 10_000), 14_000)),
  "app-pauses-end": () => told(taken(postponed("backend", 5_000), 25_000)),
  "few-first": () => {
    const leases = [lease("inbound", 4, 8, 18_000)];
    const claim = { kind: "claim", now: epoch + 18_000, budget, leases } as const;
    const story = postponed("backend", 5_000).tell(18_000, claim);
    return told([20, 21, 22, 23].reduce((so, call) => receives(so, 18_000, call), story));
  },
  "pauses-count-nothing": () => told(taken(postponed("event", 5_000), 17_000, 2)),
  "asked-pauses": () => {
    const pause = {
      backend: "default",
      revision: 1,
      since: epoch,
      until: epoch + 9,
      readyAt: null,
    };
    return told(soundStory().tell(12_000, { kind: "pause-saved", pause }));
  },
  "notice-ends": () => told(noticed().settles(13_100, "notices", 12, dropped("backend-failing"))),
  "notices-yield": () => {
    const asked = { conversationId: "c", visitor: null, mayBeRepeat: false, end: "hangs" } as const;
    const story = noticed().tell(13_000, { kind: "delivered", call: 12, id: "c.5", ...asked });
    return told(story.tell(13_500, { kind: "report", call: 13, id: "c.2", ...asked }));
  },
};
