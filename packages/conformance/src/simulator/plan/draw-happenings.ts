import type { Draw } from "./draw.ts";
import type { Happening } from "./plan.ts";
import type { Scenario } from "./scenario.ts";

const kinds = {
  crash: 30,
  stop: 20,
  pause: 20,
  "store-throws": 12,
  "store-hangs": 6,
  clock: 6,
  jump: 6,
} as const;

/** Draws the events that hit nodes while messages arrive, such as crashes. */
export function drawHappenings(
  draw: Draw,
  nodes: number,
  spanMs: number,
  scenario: Scenario,
): Happening[] {
  if (draw.chance(scenario === "small" ? 0.4 : 0.25)) return [];
  const count = draw.integer(1, scenario === "small" ? 3 : 6);
  return Array.from({ length: count }, () => drawHappening(draw, nodes, spanMs)).toSorted(
    (a, b) => a.at - b.at,
  );
}

function drawHappening(draw: Draw, nodes: number, spanMs: number): Happening {
  const at = draw.integer(0, spanMs);
  const ms = draw.chance(0.5) ? draw.integer(1, 1_500) : draw.integer(1_500, 20_000);
  const node = draw.integer(0, nodes - 1);
  const kind = draw.weighted(kinds);
  switch (kind) {
    case "clock":
      return { at, ms: 0, kind, node, byMs: draw.integer(1, 250) };
    case "jump":
      return { at, ms, kind, byMs: draw.integer(-3_600_000, 3_600_000) };
    default:
      return { at, ms, kind, node };
  }
}
