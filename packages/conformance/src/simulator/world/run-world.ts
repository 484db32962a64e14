import type { Happening, Plan } from "../plan/plan.ts";
import type { World } from "./world.ts";

/**
 * Maximum time until lanes are empty after the faults: the longest pause, a lease and an earlier slow call, and five
 * minutes for which a call of the agent app that never ends may hold up its lane.
 */
const emptyWithinMs = 450_000;
/** When the clocks were set back, a pause of a few seconds may last an hour after the restart. */
const repairedPauseMs = 3_600_000;
/** Time after the last lane is empty and the last slow store call has ended, in which nothing may happen. */
const quietMs = 15_000;
/** A node stops in order within 10 s, plus an earlier slow store call. */
const closeWithinMs = 60_000;
const turnLimit = 2_000_000;

/** Runs a world to its end: faults until all inputs are sent, then no faults, then all nodes stop in order. */
export async function runWorld(world: World): Promise<void> {
  const { plan, nodes } = world;
  for (const node of nodes) node.start();
  for (const input of plan.inputs) world.later(input.at, () => world.client.send(input));
  for (const happening of plan.happenings)
    world.later(happening.at, () => applyHappening(world, happening));
  let healed = false;
  world.later(plan.healAt, () => (healed = true));
  await until(world, () => healed);
  heal(world);
  const from = Math.max(world.now, ...plan.inputs.map(({ at }) => at));
  await until(world, () => world.now > from && isEmpty(world), from + patienceMs(plan));
  await pass(world, Math.max(0, world.slowUntil - world.now) + quietMs);
  await close(world);
  await world.tellHoldings();
  world.seeLife("ended", null);
}

/** Runs turns until `isSo`, or until an instant of the run. */
async function until(
  world: World,
  isSo: () => boolean,
  latest = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (let turns = 0; !isSo() && world.now <= latest; turns += 1) {
    if (turns === turnLimit) throw new Error(`nothing came of ${turnLimit} turns`);
    if (!(await world.turn())) return;
  }
}

function patienceMs({ happenings }: Plan): number {
  const isSetBack = happenings.some((one) => one.kind === "jump" && one.byMs < 0);
  return emptyWithinMs + (isSetBack ? repairedPauseMs : 0);
}

async function pass(world: World, ms: number): Promise<void> {
  let over = false;
  world.later(ms, () => (over = true));
  await until(world, () => over);
}

function applyHappening(world: World, happening: Happening): void {
  const { kind, ms } = happening;
  if (kind === "jump") return jump(world, ms, happening.byMs);
  const node = world.nodes[happening.node];
  const life = node?.life ?? null;
  if (node === undefined || life === null) return;
  switch (kind) {
    case "crash":
      node.crash();
      world.later(ms, () => node.start());
      return;
    case "stop":
      node.stop(() => world.later(ms, () => node.start()));
      return;
    case "pause":
      world.seeLife("paused", life, ms);
      life.standStill(ms);
      return;
    case "clock": {
      const byMs = Math.min(happening.byMs, world.plan.skewMs - (life.offsetMs - world.wallMs));
      world.seeLife("clock", life, byMs);
      life.moveClock(byMs);
      return;
    }
    default:
      world.seeLife("store-lost", life, ms);
      life.storeLost = { kind, until: world.now + ms };
      world.later(ms, () => (life.storeLost = null));
  }
}

/** Sets every wall clock while no node runs. */
function jump(world: World, ms: number, byMs: number): void {
  for (const node of world.nodes) node.crash();
  world.seeLife("jump", null, byMs);
  world.jump(byMs);
  world.later(ms, () => {
    for (const node of world.nodes) node.start();
  });
}

function heal(world: World): void {
  world.seeLife("healed", null);
  world.fates.heal();
  for (const node of world.nodes) {
    if (node.life !== null) node.life.storeLost = null;
    node.start();
  }
}

function isEmpty(world: World): boolean {
  return areAwake(world) && world.client.isServed() && world.ledger.isEmpty();
}

/** Inputs for a node that stands still are handled once it is awake. */
function areAwake({ nodes, now }: World): boolean {
  return nodes.every(({ up, life }) => up && (life?.awakeAt ?? now) <= now);
}

async function close(world: World): Promise<void> {
  world.seeLife("closing", null);
  const latest = world.now + closeWithinMs;
  for (const node of world.nodes) node.stop(() => {});
  await until(world, () => world.nodes.every(({ life }) => life === null), latest);
}
