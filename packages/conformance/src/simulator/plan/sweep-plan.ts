import { defaultBounds } from "@parley/core";
import type { Input, InputKind, Plan } from "./plan.ts";
import { soundBackend, soundPosts, soundStore } from "./rates.ts";
import type { RouterPlan } from "./router-plan.ts";

const gapMs = 5;
const channel = "channel0";

export function says(visitor: string, label: string): InputKind {
  const message = { messageId: `id-${label}`, profile: {}, long: false };
  return { kind: "visitor", channel, visitor, label, ...message };
}

export function answers(visitor: string, label: string): InputKind {
  return { kind: "agent", channel, visitor, label, idempotencyKey: null, long: false };
}

/** A run without random faults; the sweep sets each fault. */
export function sweepPlan(
  nodes: number,
  inputs: readonly InputKind[],
  fates: Plan["fates"] = {},
): Plan {
  return {
    seed: 0,
    nodes,
    bounds: defaultBounds,
    deadKnown: true,
    skewMs: 0,
    channels: [{ id: channel, knobs: {}, posts: soundPosts, answerMs: 0 }],
    inputs: inputs.map((input, index): Input => ({
      at: 10 + index * gapMs,
      node: index % nodes,
      ...input,
    })),
    happenings: [],
    store: soundStore,
    backend: soundBackend,
    poisoned: [],
    healAt: 40_000,
    drawn: false,
    fates,
  };
}

/** Gives the conversation of visitor 1 to a backend, or to nobody. */
export function assigns(label: string, to: string | null): InputKind {
  return {
    kind: "assign",
    channel,
    visitor: "1",
    label,
    to,
    assignee: null,
    fence: "current",
  };
}

/** Two agent apps, of which the first gets what is new. Both hear of changes of owner. */
export const twoAgents: RouterPlan = {
  backends: ["sales", "support"],
  takesDefault: null,
  candidates: {},
  failOver: {},
  hearing: ["sales", "support"],
  mayAssign: [],
  answers: { sales: soundBackend, support: soundBackend },
  changes: soundBackend,
  outages: [],
  lostSignals: 1,
};
