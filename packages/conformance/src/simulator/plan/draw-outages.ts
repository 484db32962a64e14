import type { Draw } from "./draw.ts";
import { type ChannelPlan, type InputKind, isRemote, type Plan } from "./plan.ts";
import { soundBackend, soundPosts, soundStore } from "./rates.ts";
import type { Outage, RouterPlan } from "./router-plan.ts";

type Story = "brief" | "long" | "day";

interface Drawn {
  readonly outages: readonly Outage[];
  readonly plan: Plan;
  /** What the story needs. */
  readonly router: Partial<RouterPlan>;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** From this length on, an outage is a story of its own. */
const longMs = 2 * minuteMs;

export function isLong({ ms }: Outage): boolean {
  return ms >= longMs;
}

/** Times in which agent apps take nothing: some seconds in most runs, minutes to hours in some, a day in a few. */
export function drawOutages(
  draw: Draw,
  story: Story,
  plan: Plan,
  backends: readonly string[],
): Drawn {
  if (story !== "brief" && plan.happenings.every(({ kind }) => kind !== "jump"))
    return longOutage(draw, isRemote(plan) ? "long" : story, plan, backends);
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

/** One agent app is down while another is busy, on a channel whose endpoint is down too. */
function longOutage(
  draw: Draw,
  story: "long" | "day",
  plan: Plan,
  [busy = "", down = "", ...more]: readonly string[],
): Drawn {
  const isDay = story === "day";
  const hours = draw.chance(0.1);
  const ms = isDay ? dayMs : draw.integer(2, hours ? 150 : 15) * minuteMs;
  const everyMs = isDay ? 15 * minuteMs : Math.max(20_000, ms / 40);
  const { how, nodes } = outage(draw, plan, [down]);
  const at = 5_000;
  const cut = isDay || nodes === undefined ? {} : { nodes };
  const one = { backend: down, how: isDay ? "throws" : how, at, ms, ...cut } as const;
  const channel: ChannelPlan = {
    id: "dead",
    knobs: {},
    posts: { ...soundPosts, positive: 0, unreachable: 1 },
    answerMs: 0,
  };
  const alive: ChannelPlan = { ...channel, id: "alive", posts: soundPosts };
  const inputs = story === "day" || draw.chance(0.8) ? talk(draw, at, ms, everyMs) : [];
  const put = inputs.map((input) => ({ node: draw.integer(0, plan.nodes - 1), ...input }));
  return {
    outages: [one],
    plan: {
      ...plan,
      ...(isDay ? { nodes: 1 } : {}),
      // A store with faults has some of them in every minute.
      store: isDay || draw.chance(0.5) ? soundStore : plan.store,
      channels: [...plan.channels, channel, alive],
      inputs: [...plan.inputs, ...put].toSorted((a, b) => a.at - b.at),
      healAt: Math.max(plan.healAt, at + ms + 1_000),
    },
    router: {
      candidates: {
        ...Object.fromEntries(plan.channels.map(({ id }) => [id, [busy, down, ...more]])),
        dead: [down],
        alive: [busy, down],
      },
      ...(isDay ? { answers: soundOf([busy, down, ...more]), failOver: {} } : {}),
    },
  };
}

function soundOf(backends: readonly string[]): RouterPlan["answers"] {
  return Object.fromEntries(backends.map((name) => [name, soundBackend]));
}

/**
 * The conversation "kept" stays with the agent app that is down; "moved" is given to the busy one, which writes in it in
 * vain. The conversation "busy" belongs to the busy one from its start.
 */
function talk(
  draw: Draw,
  at: number,
  ms: number,
  everyMs: number,
): (InputKind & { readonly at: number })[] {
  const says = (channel: string, visitor: string, label: string, profile = {}) =>
    ({ kind: "visitor", channel, visitor, label, messageId: null, profile, long: false }) as const;
  const moved = { channel: "dead", visitor: '"moved"' };
  const told: (InputKind & { readonly at: number })[] = [
    { at: 1_000, ...says("dead", '"moved"', "l0") },
    { at: 1_500, ...says("alive", '"kept"', "l1", { name: "zq:l1-qz" }) },
    {
      at: at + 4_000,
      kind: "assign",
      ...moved,
      label: "l2",
      to: "sales",
      assignee: null,
      fence: "current",
    },
  ];
  for (let index = 0; index * everyMs < ms; index += 1) {
    const when = at + 5_000 + Math.round(index * everyMs) + draw.integer(0, 5_000);
    const idempotencyKey = null;
    const answer = { kind: "agent", ...moved, idempotencyKey, long: false, by: "owner" } as const;
    told.push({ at: when, ...says("alive", '"busy"', `la${index}`) });
    if (index % 3 === 0) told.push({ at: when, ...answer, label: `lb${index}` });
    if (index % 5 === 0)
      told.push({ at: when, ...says("alive", '"kept"', `lc${index}`, { name: "zq:lc-qz" }) });
  }
  return told;
}
