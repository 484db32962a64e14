import { defaultBounds } from "@parley/core";
import type { Input, InputKind, Plan } from "./plan.ts";
import { soundBackend, soundPosts, soundStore } from "./rates.ts";

const gapMs = 5;
const channel = "channel0";

function says(visitor: string, label: string): InputKind {
  const message = { messageId: `id-${label}`, profile: {}, long: false };
  return { kind: "visitor", channel, visitor, label, ...message };
}

function answers(visitor: string, label: string): InputKind {
  return { kind: "agent", channel, visitor, label, idempotencyKey: null, long: false };
}

/** A run without random faults; the sweep sets each fault. */
function scenario(nodes: number, inputs: readonly InputKind[], fates: Plan["fates"] = {}): Plan {
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

/** An endpoint that refuses messages with this label. */
function dead(label: string): Plan["fates"] {
  const fate = { end: "unreachable", dialMs: 0, takesMs: 0 } as const;
  return Object.fromEntries([0, 1, 2].map((index) => [`post/${label}/${index}`, fate]));
}

/** Up to three messages in both directions, in one or two conversations, on one or two nodes. */
export const sweepScenarios: readonly Plan[] = [
  scenario(1, [says("1", "a")]),
  scenario(1, [says("1", "a"), says("1", "b")]),
  scenario(1, [says("1", "a"), answers("1", "b")]),
  scenario(1, [says("1", "a"), answers("1", "b")], dead("b")),
  scenario(1, [says("1", "a"), says("2", "b"), answers("1", "c")]),
  scenario(1, [says("1", "a"), answers("1", "b"), answers("1", "c")]),
  scenario(2, [says("1", "a"), answers("1", "b")]),
  scenario(2, [says("1", "a"), says("1", "b"), answers("1", "c")]),
];
