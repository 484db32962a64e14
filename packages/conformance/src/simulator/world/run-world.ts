import type { Happening } from "../plan/plan.ts";
import type { World } from "./world.ts";

/** How long lanes may take to empty once all faults are off: the longest pause, a lease, a slow call of before. */
const emptyWithinMs = 150_000;
/** What comes after the last lane is empty must be nothing. */
const quietMs = 15_000;
/** In order a node stops within 10 s, and a store call that was slow before may be added. */
const closeWithinMs = 60_000;
const turnLimit = 2_000_000;

/** Plays a world to its end: faults until all input is in, then healing, then everybody stops in order. */
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
  await until(world, () => world.now > from && isEmpty(world), from + emptyWithinMs);
  await pass(world, quietMs);
  await close(world);
  await world.tellHoldings();
  world.seeLife("ended", null);
}

/** Turns until `isSo`, or until an instant of the run. */
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

/** While nobody runs, every wall clock is set. */
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

/** What was sent to a node that stands still is asked of it once it is awake. */
function areAwake({ nodes, now }: World): boolean {
  return nodes.every(({ up, life }) => up && (life?.awakeAt ?? now) <= now);
}

async function close(world: World): Promise<void> {
  world.seeLife("closing", null);
  const latest = world.now + closeWithinMs;
  for (const node of world.nodes) node.stop(() => {});
  await until(world, () => world.nodes.every(({ life }) => life === null), latest);
}
