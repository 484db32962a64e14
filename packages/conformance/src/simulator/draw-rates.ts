import type { Draw } from "./draw.ts";
import type { Scenario } from "./scenario.ts";
import type { BackendWeights, PostWeights, StoreRates } from "./rates.ts";

const soundStore: StoreRates = {
  refused: 0,
  unknown: 0,
  crashBefore: 0,
  crashAfter: 0,
  short: 0,
  long: 0,
  blocking: 0,
};

/** Two stores of five are sound, so that exact timing is checked often. */
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
  };
}

const positive: PostWeights = {
  positive: 1,
  "not-sent": 0,
  received: 0,
  "reply-lost": 0,
  slow: 0,
  dripping: 0,
  "failure-shape": 0,
  "failure-status": 0,
  redirect: 0,
  garbage: 0,
  "http-status": 0,
  unreachable: 0,
  "forbidden-target": 0,
};

const postEnds = Object.keys(positive) as (keyof PostWeights)[];

/** An endpoint is sound, dead in one way, or anything. */
export function postWeights(draw: Draw): PostWeights {
  const temper = draw.weighted({ sound: 25, dead: 20, moody: 55 });
  if (temper === "sound") return positive;
  if (temper === "dead") return { ...positive, positive: 0, [draw.pick(postEnds.slice(1))]: 1 };
  const weights = postEnds.map((end) => [end, draw.chance(0.5) ? draw.fraction() : 0] as const);
  return { ...positive, ...Object.fromEntries(weights), positive: draw.fraction() * 3 };
}

/** An agent app is sound, moody or as good as gone. */
export function backendWeights(draw: Draw, scenario: Scenario): BackendWeights {
  const sound = { taken: 1, rejected: 0, throws: 0, hangs: 0, "taken-lost": 0, "taken-late": 0 };
  if (scenario === "poisoned" || draw.chance(0.4)) return sound;
  const weight = (most: number) => (draw.chance(0.5) ? draw.fraction() * most : 0);
  return {
    taken: draw.chance(0.1) ? 0.01 : 1,
    rejected: weight(0.3),
    throws: weight(0.8),
    hangs: weight(0.2),
    "taken-lost": weight(0.4),
    "taken-late": weight(0.1),
  };
}
