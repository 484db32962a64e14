import type { InboundAppend, LaneKind, LeaseBudget, Profile, Verdict } from "@parley/core";
import { anIdentity, anInboundAppend, aText } from "../samples/samples.ts";
import { Seeded } from "./seeded.ts";
import {
  otherBudgets,
  scriptedBackend,
  scriptedSender,
  type ScriptedSender,
  scriptedTransition,
  type ScriptedTransition,
} from "./owner-script.ts";
import { type PauseStep, pauseStep } from "./pause-script.ts";
import { type ScriptedBatch, stateBatch, stateStep, type StateStep } from "./state-script.ts";

/** An append whose conversation or message is chosen when it runs: the n-th one known by then. */
export type ScriptedAppend =
  | InboundAppend
  | {
      readonly kind: "outbound";
      readonly conversation: number;
      readonly key: string | null;
      readonly by: ScriptedSender | null;
      readonly texts: string[];
    }
  | {
      readonly kind: "again";
      readonly conversation: number;
      readonly message: number;
      readonly by: ScriptedSender | null;
      readonly backend: string;
    }
  | ScriptedTransition;

/** A settlement of the n-th held lease, or of an old one. */
export interface ScriptedSettlement {
  readonly lease: number;
  readonly isOld: boolean;
  readonly verdict: Verdict["kind"] | "unused" | "paused";
  readonly pauseMs: number;
  /** Whether a failure has a report, and a delivery a notice. */
  readonly isReported: boolean;
  /** The backend that gets it; `undefined`: `default`. */
  readonly tells: string | undefined;
}

export type StoreStep =
  | {
      readonly kind: "commit";
      readonly appends: readonly ScriptedAppend[];
      readonly settlements: readonly ScriptedSettlement[];
      readonly states: readonly ScriptedBatch[];
      readonly budget: LeaseBudget;
    }
  | { readonly kind: "claim"; readonly budget: LeaseBudget }
  | { readonly kind: "release"; readonly owner: string; readonly scope: "own" | "dead" }
  | { readonly kind: "erase"; readonly conversation: number }
  | { readonly kind: "purge"; readonly ageMs: number; readonly limit: number }
  | { readonly kind: "pass"; readonly passMs: number }
  | { readonly kind: "look"; readonly limit: number }
  | { readonly kind: "restart" }
  | PauseStep
  | StateStep;

/** A sequence of store calls, as plain data, so that a failing one can be kept. */
export type StoreScript = readonly StoreStep[];

const passages = [0, 1, 40, 500, 3_000, 7_000, 11_000, 60_000, 86_400_000] as const;

type ScriptedVerdict = ScriptedSettlement["verdict"];

/** The sizes that a script draws. Upper bounds are exclusive. */
interface Crowd {
  readonly visitors: number;
  /** Each one is drawn as an index into the known ones, like leases. */
  readonly conversations: number;
  readonly messageIds: number;
  readonly appends: number;
  readonly settlements: number;
  readonly keys: number;
  readonly furtherTexts: number;
  /** Minimum, and the range above it. */
  readonly leases: Readonly<Record<LaneKind, readonly [least: number, further: number]>>;
  readonly seriesPerChannel: number;
  /** One in this many is a change of owner, a resend, has a key, or has eight parts; or settles an old lease. */
  readonly oneIn: Readonly<Record<"owner" | "again" | "keyed" | "long" | "old", number>>;
  readonly verdicts: readonly [ScriptedVerdict, ...ScriptedVerdict[]];
}

const few: Crowd = {
  visitors: 5,
  conversations: 50,
  messageIds: 9,
  appends: 5,
  settlements: 6,
  keys: 3,
  furtherTexts: 3,
  leases: { inbound: [0, 4], outbound: [0, 5], reports: [0, 3], notices: [0, 3] },
  seriesPerChannel: 3,
  oneIn: { owner: 7, again: 6, keyed: 3, long: 8, old: 10 },
  verdicts: ["delivered", "failed", "retry", "unused", "paused"],
};

/** Nearly every delivery succeeds, as on a busy gateway. */
const many: Crowd = {
  visitors: 200,
  conversations: 200,
  messageIds: 10_000,
  appends: 60,
  settlements: 120,
  keys: 20,
  furtherTexts: 1,
  leases: { inbound: [90, 30], outbound: [90, 30], reports: [0, 30], notices: [0, 30] },
  seriesPerChannel: 1_000,
  oneIn: { owner: 40, again: 60, keyed: 1, long: 60, old: 100 },
  verdicts: [
    "delivered",
    ...Array.from({ length: 99 }, () => "delivered" as const),
    "failed",
    "retry",
  ],
};

/**
 * A script for the edge cases of the store contract: few visitors, few ids, small budgets, a low bound. A script with
 * `many` has large commits instead, and nearly every delivery succeeds.
 */
export function randomStoreScript(seed: number, length = 80, isRush = false): StoreScript {
  const random = new Seeded(seed);
  const crowd = isRush ? many : few;
  const seriesPerChannel = 1 + random.below(crowd.seriesPerChannel);
  return Array.from({ length }, () => step(random, { ...crowd, seriesPerChannel }));
}

function step(random: Seeded, crowd: Crowd): StoreStep {
  const chance = random.below(100);
  if (chance < 48) return commitStep(random, crowd);
  if (chance < 60) return stateStep(random);
  if (chance < 70) return { kind: "claim", budget: budget(random, crowd) };
  if (chance < 83) return { kind: "pass", passMs: random.oneOf(passages) };
  if (chance < 86) return pauseStep(random);
  if (chance < 91) return { kind: "look", limit: 1 + random.below(4) };
  if (chance < 94)
    return { kind: "release", owner: owner(random), scope: random.oneOf(["own", "dead"]) };
  if (chance < 97) return { kind: "restart" };
  if (chance < 99) return { kind: "erase", conversation: random.below(50) };
  return { kind: "purge", ageMs: random.oneOf(passages), limit: 1 + random.below(4) };
}

function commitStep(random: Seeded, crowd: Crowd): StoreStep {
  return {
    kind: "commit",
    appends: random.some(crowd.appends, () => append(random, crowd)),
    settlements: random.some(crowd.settlements, () => settlement(random, crowd)),
    states: random.once(2) ? random.some(3, () => stateBatch(random)) : [],
    budget: budget(random, crowd),
  };
}

function budget(random: Seeded, { leases, seriesPerChannel }: Crowd): LeaseBudget {
  const up = ([least, further]: readonly [number, number]) => least + random.below(further);
  const each = () => ({
    inbound: up(leases.inbound),
    reports: up(leases.reports),
    notices: up(leases.notices),
  });
  const outbound = up(leases.outbound);
  const others = otherBudgets(random, each);
  return { owner: owner(random), ...each(), outbound, others, seriesPerChannel };
}

function owner(random: Seeded): string {
  return random.oneOf(["node-a", "node-b"]);
}

function append(random: Seeded, crowd: Crowd): ScriptedAppend {
  const { oneIn } = crowd;
  const conversation = random.below(crowd.conversations);
  if (random.once(oneIn.owner)) return scriptedTransition(random, conversation);
  if (random.once(oneIn.again)) return again(random, conversation);
  if (random.once(2)) return inbound(random, crowd);
  const key = random.once(oneIn.keyed) ? `key-${random.below(crowd.keys)}` : null;
  const parts = random.once(oneIn.long) ? 8 : 1;
  return {
    kind: "outbound",
    conversation,
    key,
    by: scriptedSender(random),
    texts: Array.from({ length: parts }, () => text(random)),
  };
}

function again(random: Seeded, conversation: number): ScriptedAppend {
  const message = random.below(50);
  const by = scriptedSender(random);
  return { kind: "again", conversation, message, by, backend: scriptedBackend(random) };
}

function inbound(random: Seeded, { visitors, furtherTexts, messageIds }: Crowd): InboundAppend {
  const channel = random.oneOf(["a", "a", "a", "b"]);
  const visitorKey = `${random.below(visitors)}`;
  return anInboundAppend({
    channelKey: `${channel}-key`,
    channelId: channel,
    visitorKey,
    visitorId: random.once(2) ? visitorKey : JSON.stringify(visitorKey),
    candidateId: `c-${random.below(1e9)}`,
    backend: scriptedBackend(random),
    mayCreate: !random.once(8),
    profile: random.oneOf<Profile>([
      {},
      { name: text(random) },
      { email: "b@example.org", phone: text(random) },
    ]),
    messages: [text(random), ...random.some(furtherTexts, () => text(random))],
    identity: random.once(3)
      ? null
      : anIdentity(`m${random.below(messageIds)}`, `content-${random.below(6) === 0}`),
  });
}

function text(random: Seeded): string {
  return aText(`${random.below(1_000)}`);
}

function settlement(random: Seeded, { conversations, verdicts, oneIn }: Crowd): ScriptedSettlement {
  return {
    lease: random.below(conversations),
    isOld: random.once(oneIn.old),
    verdict: random.oneOf(verdicts),
    pauseMs: random.oneOf([0, 1_000, 3_000, 60_000, 3_600_000]),
    isReported: random.once(2),
    tells: random.once(4) ? undefined : scriptedBackend(random),
  };
}
