import type { Draw } from "./draw.ts";
import type { Scenario } from "./scenario.ts";
import {
  type BackendWeights,
  postEnds,
  type PostWeights,
  soundBackend,
  soundPosts,
  soundStore,
  type StoreRates,
} from "./rates.ts";

/** Two of five stores have no faults, so that exact timing is checked often. */
export function storeRates(draw: Draw, scenario: Scenario): StoreRates {
  if (scenario === "poisoned" || draw.chance(0.4)) return soundStore;
  const rate = (most: number) => (draw.chance(0.5) ? 0 : draw.fraction() * most);
  return {
    refused: rate(0.15),
    unknown: rate(0.15),
    crashBefore: rate(0.02),
    crashAfter: rate(0.02),
    short: rate(0.6),
    long: rate(0.02),
    blocking: draw.chance(0.5) ? 0 : draw.fraction(),
    leftOut: rate(0.3),
  };
}

/** An endpoint has no faults, always the same fault, or mixed faults. */
export function postWeights(draw: Draw): PostWeights {
  const temper = draw.weighted({ sound: 25, dead: 20, moody: 55 });
  if (temper === "sound") return soundPosts;
  if (temper === "dead") return { ...soundPosts, positive: 0, [draw.pick(postEnds.slice(1))]: 1 };
  const weights = postEnds.map((end) => [end, draw.chance(0.5) ? draw.fraction() : 0] as const);
  return { ...soundPosts, ...Object.fromEntries(weights), positive: draw.fraction() * 3 };
}

/** An agent app has no faults, some faults, or almost only faults. */
export function backendWeights(draw: Draw, scenario: Scenario): BackendWeights {
  if (scenario === "poisoned" || draw.chance(0.4)) return soundBackend;
  const weight = (most: number) => (draw.chance(0.5) ? draw.fraction() * most : 0);
  return {
    taken: draw.chance(0.1) ? 0.01 : 1,
    rejected: weight(0.3),
    throws: weight(0.8),
    hangs: weight(0.2),
    "taken-lost": weight(0.4),
    "taken-late": weight(0.1),
    later: 0,
    "all-later": 0,
  };
}
