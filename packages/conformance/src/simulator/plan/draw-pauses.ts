import { defaultBounds } from "@parley/core";
import type { Draw } from "./draw.ts";
import type { Plan } from "./plan.ts";
import { type BackendWeights, soundBackend } from "./rates.ts";
import type { Scenario } from "./scenario.ts";

/** Pauses of the longest kind end some minutes after the faults. */
const pausesMs = [3_000, 30_000, 180_000] as const;
/** In a poisoned run ten failures and ten minutes must fit beside the pauses. */
const poisonedPausesMs = 3_000;

type PauseWeights = Pick<BackendWeights, "later" | "all-later">;
const noPauses: PauseWeights = { later: 0, "all-later": 0 };

type Pauses = Pick<Plan, "poisoned" | "postponed" | "pausesMs"> & {
  readonly backend: PauseWeights;
};

/** In every third run the agent app asks for pauses. */
export function drawPauses(
  draw: Draw,
  scenario: Scenario,
  { poisoned }: Pick<Plan, "poisoned">,
): Pauses {
  if (!draw.chance(scenario === "poisoned" ? 0.7 : 0.35)) return { poisoned, backend: noPauses };
  const backend = pauseWeights(draw);
  if (scenario !== "poisoned") return { poisoned, backend, pausesMs: draw.pick(pausesMs) };
  return draw.chance(0.5)
    ? { poisoned: [], postponed: poisoned, backend: noPauses, pausesMs: draw.pick(pausesMs) }
    : { poisoned, backend: { ...backend, "all-later": 0 }, pausesMs: poisonedPausesMs };
}

/** In two of five runs somebody listens for delivered messages, mostly every node. */
export function drawNotices(
  draw: Draw,
  { nodes, bounds }: Pick<Plan, "nodes" | "bounds">,
): Pick<Plan, "notices" | "bounds"> {
  const noticeLeases = bounds === defaultBounds ? defaultBounds.noticeLeases : draw.integer(1, 4);
  if (!draw.chance(0.4)) return { bounds };
  const all = Array.from({ length: nodes }, (_, index) => index);
  const listening = draw.chance(0.7) ? all : all.filter(() => draw.chance(0.5));
  const pauses = draw.chance(0.35) ? pauseWeights(draw) : noPauses;
  const answers = { ...noticeWeights(draw), ...pauses };
  return { bounds: { ...bounds, noticeLeases }, notices: { nodes: listening, answers } };
}

/** Notices hang more often than other calls, so that reports come while they do. */
function noticeWeights(draw: Draw): BackendWeights {
  if (draw.chance(0.3)) return soundBackend;
  const weight = (most: number) => (draw.chance(0.5) ? draw.fraction() * most : 0);
  return {
    ...soundBackend,
    rejected: weight(0.3),
    throws: weight(1.5),
    hangs: weight(0.8),
    "taken-lost": weight(0.4),
    "taken-late": weight(0.8),
  };
}

function pauseWeights(draw: Draw): PauseWeights {
  const kinds = draw.weighted({ both: 2, later: 2, "all-later": 1 });
  const weight = (kind: keyof PauseWeights) =>
    kinds === "both" || kinds === kind ? 0.05 + draw.fraction() * 0.5 : 0;
  return { later: weight("later"), "all-later": weight("all-later") };
}
