import type { InboundAppend, LeaseBudget, Profile, Verdict } from "@parley/core";
import { anIdentity, anInboundAppend, aText } from "../samples.ts";
import { Seeded } from "./seeded.ts";

/** An append whose conversation or message is chosen when it runs: the n-th of those known by then. */
export type ScriptedAppend =
  | InboundAppend
  | {
      readonly kind: "outbound";
      readonly conversation: number;
      readonly key: string | null;
      readonly texts: string[];
    }
  | { readonly kind: "again"; readonly conversation: number; readonly message: number };

/** A settlement of the n-th lease held, or of one given up long ago. */
export interface ScriptedSettlement {
  readonly lease: number;
  readonly isOld: boolean;
  readonly verdict: Verdict["kind"] | "unused";
  readonly pauseMs: number;
  readonly isReported: boolean;
}

export type StoreStep =
  | {
      readonly kind: "commit";
      readonly appends: readonly ScriptedAppend[];
      readonly settlements: readonly ScriptedSettlement[];
      readonly budget: LeaseBudget;
    }
  | { readonly kind: "claim"; readonly budget: LeaseBudget }
  | { readonly kind: "release"; readonly owner: string; readonly scope: "own" | "dead" }
  | { readonly kind: "erase"; readonly conversation: number }
  | { readonly kind: "purge"; readonly ageMs: number; readonly limit: number }
  | { readonly kind: "pass"; readonly passMs: number }
  | { readonly kind: "look"; readonly limit: number }
  | { readonly kind: "restart" };

/** A sequence of store calls; plain data, so that a failing one can be kept as a sample. */
export type StoreScript = readonly StoreStep[];

const passages = [0, 1, 40, 500, 3_000, 7_000, 11_000, 60_000, 86_400_000] as const;

/** A script that visits the corners of the store contract: few visitors, few ids, small budgets, a low bound. */
export function randomStoreScript(seed: number, length = 80): StoreScript {
  const random = new Seeded(seed);
  const seriesPerChannel = 1 + random.below(3);
  return Array.from({ length }, () => step(random, seriesPerChannel));
}

function step(random: Seeded, seriesPerChannel: number): StoreStep {
  const chance = random.below(100);
  if (chance < 55) return commitStep(random, seriesPerChannel);
  if (chance < 70) return { kind: "claim", budget: budget(random, seriesPerChannel) };
  if (chance < 86) return { kind: "pass", passMs: random.oneOf(passages) };
  if (chance < 91) return { kind: "look", limit: 1 + random.below(4) };
  if (chance < 94)
    return { kind: "release", owner: owner(random), scope: random.oneOf(["own", "dead"]) };
  if (chance < 97) return { kind: "restart" };
  if (chance < 99) return { kind: "erase", conversation: random.below(50) };
  return { kind: "purge", ageMs: random.oneOf(passages), limit: 1 + random.below(4) };
}

function commitStep(random: Seeded, seriesPerChannel: number): StoreStep {
  return {
    kind: "commit",
    appends: random.some(5, () => append(random)),
    settlements: random.some(6, () => settlement(random)),
    budget: budget(random, seriesPerChannel),
  };
}

function budget(random: Seeded, seriesPerChannel: number): LeaseBudget {
  const [inbound, outbound, reports] = [random.below(4), random.below(5), random.below(3)];
  return { owner: owner(random), inbound, outbound, reports, seriesPerChannel };
}

function owner(random: Seeded): string {
  return random.oneOf(["node-a", "node-b"]);
}

function append(random: Seeded): ScriptedAppend {
  const conversation = random.below(50);
  if (random.once(6)) return { kind: "again", conversation, message: random.below(50) };
  if (random.once(2)) return inbound(random);
  const key = random.once(3) ? `key-${random.below(3)}` : null;
  const parts = random.once(8) ? 8 : 1;
  return {
    kind: "outbound",
    conversation,
    key,
    texts: Array.from({ length: parts }, () => text(random)),
  };
}

function inbound(random: Seeded): InboundAppend {
  const channel = random.oneOf(["a", "a", "a", "b"]);
  const visitorKey = `${random.below(5)}`;
  return anInboundAppend({
    channelKey: `${channel}-key`,
    channelId: channel,
    visitorKey,
    visitorId: random.once(2) ? visitorKey : JSON.stringify(visitorKey),
    candidateId: `c-${random.below(1e9)}`,
    mayCreate: !random.once(8),
    profile: random.oneOf<Profile>([
      {},
      { name: text(random) },
      { email: "b@example.org", phone: text(random) },
    ]),
    messages: [text(random), ...random.some(3, () => text(random))],
    identity: random.once(3)
      ? null
      : anIdentity(`m${random.below(9)}`, `content-${random.below(6) === 0}`),
  });
}

function text(random: Seeded): string {
  return aText(`${random.below(1_000)}`);
}

function settlement(random: Seeded): ScriptedSettlement {
  return {
    lease: random.below(50),
    isOld: random.once(10),
    verdict: random.oneOf(["delivered", "failed", "retry", "unused"]),
    pauseMs: random.oneOf([0, 1_000, 3_000, 60_000]),
    isReported: random.once(2),
  };
}
