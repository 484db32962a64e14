import type { BackendPause, PauseStore } from "@parley/core";
import { scriptedBackend } from "./owner-script.ts";
import type { Seeded } from "./seeded.ts";

/** Steps about pauses. Instants count from when they run. */
export type PauseStep =
  | { readonly kind: "resume-one"; readonly conversation: number; readonly backend: string }
  | { readonly kind: "resume-all"; readonly limit: number; readonly backend: string }
  | {
      readonly kind: "save-pause";
      readonly backend: string;
      readonly revision: number;
      readonly untilMs: number | null;
    };

export function pauseStep(random: Seeded): PauseStep {
  const backend = scriptedBackend(random);
  if (random.once(3)) return { kind: "resume-one", conversation: random.below(50), backend };
  if (random.once(2)) return { kind: "resume-all", limit: random.below(4), backend };
  return {
    kind: "save-pause",
    backend,
    revision: 1 + random.below(4),
    untilMs: random.once(3) ? null : random.below(60_000),
  };
}

/** @returns what the store answers. */
export function runPauseStep(
  pauses: PauseStore,
  step: PauseStep,
  { now, conversation }: { now: number; conversation: (index: number) => string },
): Promise<unknown> {
  const { backend } = step;
  if (step.kind === "resume-all") return pauses.resume({ limit: step.limit, backend }, now);
  if (step.kind === "resume-one")
    return pauses.resume({ conversationId: conversation(step.conversation), backend }, now);
  return pauses.save(pauseOf(step, now));
}

function pauseOf(step: PauseStep & { kind: "save-pause" }, now: number): BackendPause {
  const { backend, revision, untilMs } = step;
  const ends =
    untilMs === null ? { since: null, until: null } : { since: now, until: now + untilMs };
  return { backend, revision, ...ends, readyAt: revision % 2 === 0 ? now : null };
}
