import type { Lease, OwnerAppend } from "@parley/core";
import { epoch } from "../../src/simulator/world/life.ts";
import type { Entry, Fact } from "../../src/simulator/judge/trace-entry.ts";
import type { RouterPlan } from "../../src/simulator/plan/router-plan.ts";
import { twoAgents } from "../../src/simulator/plan/sweep-plan.ts";
import { ended, inbound, lease, outbound, soundStory, type Story } from "./story.ts";

const told = (story: Story): Entry[] => ended(story).entries;
const taken = { kind: "delivered", record: null } as const;

/** The router of the stories: the agent app of every story, and another one, which is down for a while. */
export const storyRouter: RouterPlan = {
  ...twoAgents,
  backends: ["default", "support"],
  hearing: ["support"],
  outages: [{ backend: "support", at: 12_000, ms: 700_000, how: "throws" }],
};

/** Gives the conversation to `support`, which hears of it. */
const change: OwnerAppend = {
  kind: "owner",
  conversationId: "c",
  fence: 0,
  to: { backend: "support", assignee: null },
  ifWaiting: "support",
  name: "assigned",
  by: "operator",
  why: "t0",
  tellsNew: true,
  tellsOld: false,
};

const asked = { kind: "asked", call: 90, inputKind: "assign", label: "t0", by: null } as const;
const done = { kind: "answered", inputKind: "assign", label: "t0", accepted: true } as const;
const answered = { ...done, call: 90, status: 200, code: 0 } as const;

/** A lease of `support` under the fence 1. */
function supports(sequence: number, token: number, at: number, isOwnerChange = false): Lease {
  const own = lease("inbound", sequence, token, at);
  const owner = { backend: "support", assignee: null, fence: 1 };
  const conversation = { ...own.conversation, owner };
  return { ...own, backend: "support", isOwnerChange, conversation };
}

/** The change is asked for, stored and answered; `support` is leased it. */
function changed(story: Story, at: number, append = change): Story {
  const stored = { status: "stored", conversationId: "c", sequences: [], created: false } as const;
  return story
    .tell(at, asked)
    .commit(at, {
      batch: { appends: [append], settlements: [] },
      result: {
        appends: [stored],
        settlements: [],
        states: [],
        leases: [supports(0, 40, at, true)],
      },
    })
    .tell(at, answered);
}

/** `support` hears of the change, and takes it. */
export function handedOver(story = soundStory(), at = 13_000): Story {
  return changed(story, at)
    .tell(at, tells(at), { kind: "backend-end", call: 91, outcome: "taken" })
    .settles(at, "inbound", 40, taken);
}

function tells(at: number): Fact {
  const from = { backend: "default", assignee: null };
  const { to, name, by, why } = change;
  const words = { at: epoch + at, name, from, to, fence: 1, by, why, lastSequence: 3 };
  const notice = { ...words, conversationId: "c", channelId: "shop", isNewOwner: true };
  const about = { conversationId: "c", visitor: null, mayBeRepeat: false, end: "taken" } as const;
  return { kind: "owner", call: 91, id: "c.1.new", ...about, backend: "support", change: notice };
}

/** An event for `support` under the fence that is told. */
function received(story: Story, at: number, fence: number): Story {
  const visitor = { name: "Ann", id: "1" };
  const about = { conversationId: "c", visitor, mayBeRepeat: false, end: "taken" } as const;
  return story
    .writes(at, inbound("h2"), 4, supports(4, 41, at))
    .tell(
      at,
      { kind: "receive", call: 92, id: "c.4", ...about, backend: "support", fence },
      { kind: "backend-end", call: 92, outcome: "taken" },
    )
    .settles(at, "inbound", 41, taken);
}

const owned = {
  kind: "owned",
  conversationId: "c",
  owner: { backend: "support", assignee: null, fence: 1 },
  history: [],
} as const;

/** One lie for each check of owners. */
export const ownerLies: Readonly<Record<string, () => Entry[]>> = {
  "one-owner": () => told(received(handedOver(), 14_000, 0)),
  "fenced-sends": () => {
    const by = { backends: ["default"], fence: null };
    const own = { ...lease("outbound", 4, 42, 14_000), backend: "support" };
    const owner = { backend: "support", assignee: null, fence: 1 };
    const late = { ...own, conversation: { ...own.conversation, owner } };
    return told(
      handedOver()
        .writes(14_000, { ...outbound("m2"), by }, 4, late)
        .posts(14_000, 42, undefined, "m2")
        .settles(14_000, "outbound", 42, taken),
    );
  },
  "owner-told": () => told(changed(soundStory(), 13_000).settles(13_000, "inbound", 40, taken)),
  "no-return": () => told(handedOver().tell(14_000, owned)),
  "own-reports": () => {
    const failure = { reason: "backend-rejected" } as const;
    const report = JSON.stringify({
      deliveryId: "c.4",
      conversationId: "c",
      channelId: "shop",
      direction: "inbound",
      sequence: 4,
      ...failure,
      failedAt: epoch + 14_000,
    });
    const verdict = { kind: "failed", failure, report, record: null, tells: "support" } as const;
    return told(
      soundStory()
        .writes(14_000, inbound("h2"), 4, lease("inbound", 4, 43, 14_000))
        .calls(14_000, 43, "receive", "c.4", { outcome: "rejected" })
        .settles(14_000, "inbound", 43, verdict),
    );
  },
  "one-down-delays-only-its-own": () => {
    const failure = { reason: "backend-failing" } as const;
    const verdict = { kind: "failed", failure, report: null, record: null } as const;
    return told(
      handedOver()
        .writes(14_000, inbound("h2"), 4, supports(4, 41, 14_000))
        .settles(14_100, "inbound", 41, verdict),
    );
  },
  "erasures-told": () =>
    told(
      handedOver().tell(
        14_000,
        { kind: "erased", conversationId: "c" },
        { kind: "untold-erasures", conversationIds: [] },
      ),
    ),
  starts: () => told(soundStory().tell(31_000, { kind: "life", event: "closing", ms: 0 })),
};
