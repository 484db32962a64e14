import type { Draw } from "./draw.ts";
import { type ChannelPlan, type InputKind, isRemote, type Plan } from "./plan.ts";
import { soundBackend, soundPosts, soundStore } from "./rates.ts";
import type { Outage, RouterPlan } from "./router-plan.ts";

type OutageLength = "brief" | "long" | "day";

interface Drawn {
  readonly outages: readonly Outage[];
  readonly plan: Plan;
  /** What the outages need of the router. */
  readonly router: Partial<RouterPlan>;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** From this length on, an outage has a plan of its own. */
const longMs = 2 * minuteMs;
const longBeginsAt = 5_000;

/** Channels of a run with a long outage. The endpoint of `dead` takes nothing. */
const alive: ChannelPlan = { id: "alive", knobs: {}, posts: soundPosts, answerMs: 0 };
const dead: ChannelPlan = {
  ...alive,
  id: "dead",
  posts: { ...soundPosts, positive: 0, unreachable: 1 },
};

export function isLong({ ms }: Outage): boolean {
  return ms >= longMs;
}

/** Times in which agent apps take nothing: some seconds in most runs, minutes to hours in some, a day in a few. */
export function drawOutages(
  draw: Draw,
  length: OutageLength,
  plan: Plan,
  backends: readonly string[],
): Drawn {
  if (length !== "brief" && plan.happenings.every(({ kind }) => kind !== "jump"))
    return longOutage(draw, isRemote(plan) ? "long" : length, plan, backends);
  const count = draw.weighted({ "0": 5, "1": 3, "2": 2 });
  const outages = Array.from({ length: Number(count) }, () => {
    const at = draw.integer(0, Math.max(1, plan.healAt - 1_000));
    return { at, ms: draw.integer(500, 20_000), ...outage(draw, plan, backends) };
  });
  return { outages, plan, router: {} };
}

function outage(
  draw: Draw,
  { nodes }: Plan,
  backends: readonly string[],
): Pick<Outage, "backend" | "how" | "nodes"> {
  const how = draw.weighted({ throws: 5, hangs: 3, pauses: 2 });
  const cut = draw.integer(0, nodes - 1);
  const isCut = nodes > 1 && how !== "pauses" && draw.chance(0.4);
  return { backend: draw.pick(backends), how, ...(isCut ? { nodes: [cut] } : {}) };
}

/** The second agent app is down while the first one is busy, on a channel whose endpoint is down too. */
function longOutage(
  draw: Draw,
  length: "long" | "day",
  plan: Plan,
  backends: readonly string[],
): Drawn {
  const isDay = length === "day";
  const one = drawLong(draw, isDay, plan, backends[1] ?? "");
  const inputs = isDay || draw.chance(0.8) ? inputsDuring(draw, one, isDay) : [];
  const put = inputs.map((input) => ({ node: draw.integer(0, plan.nodes - 1), ...input }));
  return {
    outages: [one],
    plan: {
      ...plan,
      ...(isDay ? { nodes: 1 } : {}),
      // A store with faults has some of them in every minute.
      store: isDay || draw.chance(0.5) ? soundStore : plan.store,
      channels: [...plan.channels, dead, alive],
      inputs: [...plan.inputs, ...put].toSorted((a, b) => a.at - b.at),
      healAt: Math.max(plan.healAt, one.at + one.ms + 1_000),
    },
    router: {
      candidates: candidatesOf(plan, backends),
      ...(isDay ? { answers: soundOf(backends), failOver: {} } : {}),
    },
  };
}

function drawLong(draw: Draw, isDay: boolean, plan: Plan, down: string): Outage {
  const isOfHours = draw.chance(0.1);
  const ms = isDay ? dayMs : draw.integer(2, isOfHours ? 150 : 15) * minuteMs;
  const { how, nodes } = outage(draw, plan, [down]);
  const cut = isDay || nodes === undefined ? {} : { nodes };
  return { backend: down, how: isDay ? "throws" : how, at: longBeginsAt, ms, ...cut };
}

function candidatesOf({ channels }: Plan, backends: readonly string[]): RouterPlan["candidates"] {
  const [busy = "", down = ""] = backends;
  return {
    ...Object.fromEntries(channels.map(({ id }) => [id, backends])),
    dead: [down],
    alive: [busy, down],
  };
}

function soundOf(backends: readonly string[]): RouterPlan["answers"] {
  return Object.fromEntries(backends.map((name) => [name, soundBackend]));
}

type TimedInput = InputKind & { readonly at: number };

/**
 * The conversation "kept" stays with the agent app that is down; "moved" is given to the busy one, which writes in it in
 * vain. The conversation "busy" belongs to the busy one from its start.
 */
function inputsDuring(draw: Draw, { at, ms }: Outage, isDay: boolean): TimedInput[] {
  const everyMs = isDay ? 15 * minuteMs : Math.max(20_000, ms / 40);
  const inputs: TimedInput[] = [
    { at: 1_000, ...says("dead", '"moved"', "l0") },
    { at: 1_500, ...says("alive", '"kept"', "l1", { name: "zq:l1-qz" }) },
    { at: at + 4_000, ...givesMoved },
  ];
  for (let index = 0; index * everyMs < ms; index += 1) {
    const when = at + 5_000 + Math.round(index * everyMs) + draw.integer(0, 5_000);
    inputs.push({ at: when, ...says("alive", '"busy"', `la${index}`) });
    if (index % 3 === 0) inputs.push({ at: when, ...answersMoved(`lb${index}`) });
    if (index % 5 === 0)
      inputs.push({ at: when, ...says("alive", '"kept"', `lc${index}`, { name: "zq:lc-qz" }) });
  }
  return inputs;
}

function says(channel: string, visitor: string, label: string, profile = {}): InputKind {
  return { kind: "visitor", channel, visitor, label, messageId: null, profile, long: false };
}

const moved = { channel: "dead", visitor: '"moved"' };

const givesMoved: InputKind = {
  kind: "assign",
  ...moved,
  label: "l2",
  to: "sales",
  assignee: null,
  fence: "current",
};

function answersMoved(label: string): InputKind {
  return { kind: "agent", ...moved, idempotencyKey: null, long: false, by: "owner", label };
}
