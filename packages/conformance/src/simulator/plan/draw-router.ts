import type { Draw } from "./draw.ts";
import { drawOutages, isLong } from "./draw-outages.ts";
import { backendWeights } from "./draw-rates.ts";
import { drawTransitions } from "./draw-transitions.ts";
import type { Input, Plan } from "./plan.ts";
import { type BackendWeights, soundBackend } from "./rates.ts";
import type { RouterPlan } from "./router-plan.ts";
import type { Scenario } from "./scenario.ts";

const names = ["sales", "support", "night"] as const;
const mostNodes = 3;
/** A rule may not be quicker. */
const quickestFailOverMs = 60_000;

/** In some runs on few nodes, a router with two or three agent apps replaces the one agent app. */
export function drawRouter(draw: Draw, scenario: Scenario, plan: Plan): Plan {
  if (plan.nodes > mostNodes || scenario === "crowded" || !draw.chance(0.4)) return plan;
  const backends = names.slice(0, draw.integer(2, names.length));
  const length = draw.weighted({ brief: 88, long: 11.6, day: 0.4 });
  const ofOutages = scenario === "poisoned" ? { ...plan, nodes: 1 } : plan;
  const drawn = drawOutages(draw, length, ofOutages, backends);
  const router: RouterPlan = {
    backends,
    takesDefault: draw.chance(0.5) ? draw.pick(backends) : null,
    candidates: candidatesOf(draw, plan, backends),
    failOver: drawFailOver(draw, backends, drawn.outages.some(isLong) && length !== "day"),
    hearing: draw.chance(0.8) ? backends : backends.filter(() => draw.chance(0.5)),
    mayAssign: backends.filter(() => draw.chance(0.3)),
    answers: Object.fromEntries(backends.map((name) => [name, answersOf(draw, scenario, plan)])),
    changes: changesOf(draw),
    outages: drawn.outages,
    lostSignals: draw.pick([0, 0.3, 1]),
    ...drawn.router,
  };
  const asked = drawn.plan.inputs.map((input) => asking(draw, input, backends));
  const changed = drawTransitions(draw, { ...drawn.plan, inputs: asked }, router);
  const inputs = [...asked, ...changed].toSorted((a, b) => a.at - b.at);
  const ends = [...drawn.outages.map(({ at, ms }) => at + ms), ...inputs.map(({ at }) => at)];
  const healAt = Math.max(drawn.plan.healAt, ...ends.map((end) => end + 1_000));
  return { ...drawn.plan, router, inputs, healAt };
}

function candidatesOf(
  draw: Draw,
  { channels }: Plan,
  backends: readonly string[],
): RouterPlan["candidates"] {
  return Object.fromEntries(
    channels.map(({ id }) => {
      const some = backends.filter(() => draw.chance(0.6));
      return [id, some.length === 0 ? backends : some];
    }),
  );
}

/** Rules matter only where an outage can last that long. */
function drawFailOver(
  draw: Draw,
  backends: readonly string[],
  hasLongOutage: boolean,
): RouterPlan["failOver"] {
  if (!draw.chance(hasLongOutage ? 0.6 : 0.2)) return {};
  const down = backends.filter(() => draw.chance(0.6));
  return Object.fromEntries(
    down.map((name) => {
      const to = draw.pick(backends.filter((other) => other !== name));
      return [name, { to, afterMs: draw.integer(quickestFailOverMs, 2 * quickestFailOverMs) }];
    }),
  );
}

function answersOf(draw: Draw, scenario: Scenario, { backend }: Plan): BackendWeights {
  const { later, "all-later": allLater } = draw.chance(0.5) ? backend : soundBackend;
  return { ...backendWeights(draw, scenario), later, "all-later": allLater };
}

/** How agent apps answer changes of owner. */
function changesOf(draw: Draw): BackendWeights {
  if (draw.chance(0.4)) return soundBackend;
  const weight = (most: number) => (draw.chance(0.5) ? draw.fraction() * most : 0);
  return {
    taken: 1,
    rejected: weight(0.6),
    throws: weight(0.8),
    hangs: weight(0.3),
    "taken-lost": weight(0.4),
    "taken-late": weight(0.2),
    later: weight(0.4),
    "all-later": weight(0.1),
  };
}

/** Mostly the owner asks; sometimes another agent app, or the gateway itself. */
function asking(draw: Draw, input: Input, backends: readonly string[]): Input {
  const { kind } = input;
  if (kind !== "agent" && kind !== "again" && kind !== "agent-typing") return input;
  const by = draw.weighted({ owner: 6, other: 3, gateway: 1 });
  const asked = { owner: "owner", other: draw.pick(backends), gateway: undefined }[by];
  const fence = draw.weighted({ none: 4, current: 4, old: 2 });
  if (asked === undefined) return input;
  if (kind !== "agent" || fence === "none") return { ...input, by: asked };
  return { ...input, by: asked, fence };
}
