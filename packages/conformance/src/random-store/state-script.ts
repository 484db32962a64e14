import type { Seeded } from "./seeded.ts";

/** A condition; numbers choose among the leases, claims and versions known when the step runs. */
export type ScriptedCondition =
  | { readonly kind: "none" | "absent" }
  | { readonly kind: "version" | "turn" | "claim"; readonly index: number };

/** A write of a plugin. Instants count from when it runs; left out, the entry keeps what it has. */
export type ScriptedWrite =
  | {
      readonly kind: "put";
      readonly key: string;
      readonly value: string;
      readonly conversation?: number | null;
      readonly dueMs?: number | null;
      readonly expiresMs?: number | null;
      readonly when: ScriptedCondition;
    }
  | { readonly kind: "delete"; readonly key: string; readonly when: ScriptedCondition }
  | { readonly kind: "wake"; readonly key: string }
  | { readonly kind: "renew" | "release"; readonly claim: number }
  | {
      readonly kind: "end";
      readonly claim: number;
      readonly dueMs: number | null;
      readonly value?: string;
      readonly hasFailed: boolean;
    };

/** A batch of one instance. */
export interface ScriptedBatch {
  readonly instance: string;
  readonly writes: readonly ScriptedWrite[];
}

/** Steps about the state of plugins, besides the batches of commits. */
export type StateStep =
  | { readonly kind: "claim-due"; readonly instance: string; readonly limit: number }
  | { readonly kind: "expire" }
  | {
      readonly kind: "take-erased";
      readonly instance: string;
      readonly conversation: number;
      readonly limit: number;
    };

/** Every instance of a script. */
export const scriptedInstances = ["one", "two"] as const;

export function stateStep(random: Seeded): StateStep {
  const instance = random.oneOf(scriptedInstances);
  if (random.once(8)) return { kind: "expire" };
  if (random.once(3))
    return {
      kind: "take-erased",
      instance,
      conversation: random.below(50),
      limit: 1 + random.below(3),
    };
  return { kind: "claim-due", instance, limit: 1 + random.below(3) };
}

export function stateBatch(random: Seeded): ScriptedBatch {
  const instance = random.oneOf(scriptedInstances);
  const writes = [write(random), ...random.some(3, () => write(random))];
  return { instance, writes };
}

function write(random: Seeded): ScriptedWrite {
  const chance = random.below(100);
  if (chance < 64) return put(random);
  if (chance < 69) return { kind: "delete", key: key(random), when: condition(random) };
  if (chance < 79) return { kind: "wake", key: key(random) };
  const claim = random.below(20);
  if (chance < 83) return { kind: random.oneOf(["renew", "release"]), claim };
  return {
    kind: "end",
    claim,
    dueMs: random.oneOf([null, 0, 1_000, 60_000]),
    ...(random.once(2) && { value: value(random) }),
    hasFailed: random.once(4),
  };
}

function put(random: Seeded): ScriptedWrite {
  return {
    kind: "put",
    key: key(random),
    value: value(random),
    ...(random.once(2) && { conversation: random.once(4) ? null : random.below(50) }),
    ...(random.once(2) && { dueMs: random.oneOf([null, -1, 0, 500, 60_000]) }),
    ...(random.once(4) && { expiresMs: random.oneOf([null, 1, 3_000, 86_400_000]) }),
    when: condition(random),
  };
}

// Most writes have none, since many of the others are refused, and their batches with them.
const conditions = [
  "none",
  ...Array.from({ length: 7 }, () => "none" as const),
  ...(["absent", "version", "turn", "claim"] as const),
] as const;

function condition(random: Seeded): ScriptedCondition {
  const kind = random.oneOf(conditions);
  return kind === "none" || kind === "absent" ? { kind } : { kind, index: random.below(20) };
}

function key(random: Seeded): string {
  return `k:${random.below(7)}`;
}

function value(random: Seeded): string {
  return JSON.stringify("ü".repeat(random.below(12)));
}
