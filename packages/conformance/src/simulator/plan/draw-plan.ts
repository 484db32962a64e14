import { defaultBounds } from "@parley/core";
import { Draw } from "./draw.ts";
import { drawHappenings } from "./draw-happenings.ts";
import { drawInputs } from "./draw-inputs.ts";
import { drawNotices, drawPauses } from "./draw-pauses.ts";
import { backendWeights, postWeights, storeRates } from "./draw-rates.ts";
import { drawRouter } from "./draw-router.ts";
import type { ChannelPlan, Plan } from "./plan.ts";
import type { Scenario } from "./scenario.ts";

const shortestQuietMs = 1_000;

/** The plan of one seed. The seed alone decides everything in it. */
export function drawPlan(seed: number): Plan {
  const draw = new Draw(`plan/${seed}`);
  const scenario = draw.weighted<Scenario>({ small: 60, ordinary: 30, crowded: 8, poisoned: 2 });
  const nodes = scenario === "poisoned" ? 1 : draw.weighted({ "1": 45, "2": 30, "3": 15, "5": 10 });
  const channels = drawChannels(draw, scenario);
  const { inputs, spanMs, poisoned } = drawInputs(draw, scenario, channels);
  const happenings =
    scenario === "poisoned" ? [] : drawHappenings(draw, Number(nodes), spanMs, scenario);
  const plan: Plan = {
    seed,
    nodes: Number(nodes),
    bounds: drawBounds(draw, scenario),
    deadKnown: happenings.some(({ kind }) => kind === "jump") || draw.chance(0.7),
    skewMs: draw.chance(0.5) ? 0 : draw.integer(1, 250),
    channels,
    inputs: inputs.map((input) => ({ ...input, node: draw.integer(0, Number(nodes) - 1) })),
    happenings,
    store: storeRates(draw, scenario),
    backend: backendWeights(draw, scenario),
    poisoned,
    healAt: healAt(spanMs, happenings, draw),
    drawn: true,
    fates: {},
  };
  return drawRouter(new Draw(`router/${seed}`), scenario, withPauses(plan, scenario));
}

/** Pauses and notices have a randomness of their own, so that they change nothing else in the plan of a seed. */
function withPauses(plan: Plan, scenario: Scenario): Plan {
  const { backend, ...pauses } = drawPauses(new Draw(`pauses/${plan.seed}`), scenario, plan);
  const notices = drawNotices(new Draw(`notices/${plan.seed}`), plan);
  return { ...plan, ...pauses, ...notices, backend: { ...plan.backend, ...backend } };
}

function healAt(spanMs: number, happenings: Plan["happenings"], draw: Draw): number {
  const ends = happenings.map(({ at, ms }) => at + ms);
  return Math.max(spanMs, ...ends) + draw.integer(0, 12_000) + shortestQuietMs;
}

function drawChannels(draw: Draw, scenario: Scenario): ChannelPlan[] {
  const count = scenario === "small" ? draw.integer(1, 2) : draw.integer(1, 3);
  return Array.from({ length: count }, (_, index) => ({
    id: `channel${index}`,
    knobs: {
      overflow: draw.chance(0.3) ? "split" : "truncate",
      dedupe: draw.chance(0.15) ? "off" : "window",
      acknowledge: draw.chance(0.2) ? "any-2xx" : "result-ok",
      failureShape: draw.chance(0.3) ? "redeliver" : "final",
      transfer: draw.chance(0.2) ? "chunked" : "content-length",
    },
    posts: postWeights(draw),
    answerMs: draw.pick([0, 20, 500, 2_999, 4_000]),
  }));
}

function drawBounds(draw: Draw, scenario: Scenario): Plan["bounds"] {
  if (scenario === "poisoned" || draw.chance(0.5)) return defaultBounds;
  return {
    ...defaultBounds,
    inboundLeases: draw.integer(1, 8),
    outboundLeases: draw.integer(1, 8),
    reportLeases: draw.integer(1, 4),
    seriesPerChannel: draw.integer(1, 4),
    newConversationsPerMinute: draw.chance(0.2) ? draw.integer(1, 4) : 6_000,
    waitingAppends: draw.chance(0.3) ? draw.integer(1, 4) : 10_000,
    waitingBytes: draw.chance(0.1) ? 200 : defaultBounds.waitingBytes,
  };
}
