import type { ChannelKnobs } from "@parley/core";
import { contract } from "../judge/contract.ts";
import type { Draw } from "./draw.ts";
import { canary } from "../world/label.ts";
import type { ChannelPlan, InputKind } from "./plan.ts";
import type { Scenario } from "./scenario.ts";

/** An input before its node is chosen. */
type Coming = { readonly at: number } & InputKind;

interface Drawn {
  readonly inputs: readonly Coming[];
  /** Instant of the last input. */
  readonly spanMs: number;
  readonly poisoned: readonly string[];
}

const sizes = {
  small: { most: 8, people: 2, spansMs: [0, 50, 3_000, 12_000] },
  ordinary: { most: 20, people: 4, spansMs: [200, 5_000, 20_000, 60_000] },
  crowded: { most: 70, people: 12, spansMs: [100, 2_000, 15_000] },
} as const;

/** Ids that are easily confused: a number, the same number as text, and one that no double can hold. */
const visitors = [
  "1",
  '"1"',
  '"two"',
  "12345678901234567890",
  ...Array.from({ length: 10 }, (_, index) => `"v${index}"`),
];

export function drawInputs(
  draw: Draw,
  scenario: Scenario,
  channels: readonly ChannelPlan[],
): Drawn {
  if (scenario === "poisoned") return poisonedInputs(draw, channels);
  const { most, people, spansMs } = sizes[scenario];
  const spanMs = draw.pick(spansMs);
  const who = visitors.slice(0, draw.integer(1, people));
  const inputs = Array.from({ length: draw.integer(1, most) }, (_, index): Coming[] => {
    const at = draw.integer(0, spanMs);
    const channel = draw.pick(channels).id;
    const visitor = draw.pick(who);
    const input = { at, ...drawKind(draw, channel, visitor, `m${index}`) };
    return [...meetFirst(draw, input, index), input, ...repeats(draw, input, spanMs)];
  });
  const burst = draw.chance(scenario === "small" ? 0 : 0.04) ? bursts(draw, channels, spanMs) : [];
  const all = [...inputs.flat(), ...burst];
  return { inputs: all.toSorted((a, b) => a.at - b.at), spanMs, poisoned: [] };
}

/** More answers to one visitor than may wait. */
function bursts(draw: Draw, channels: readonly ChannelPlan[], spanMs: number): Coming[] {
  const channel = draw.pick(channels).id;
  const at = draw.integer(0, spanMs);
  const first: Coming = { at, ...writes(draw, channel, '"burst"', "b0") };
  const answers = Array.from({ length: 24 }, (_, index): Coming => {
    const what = { kind: "agent", label: `b${index + 1}`, idempotencyKey: null } as const;
    return { at: at + 300 + index, ...what, channel, visitor: '"burst"', long: false };
  });
  return [first, ...answers];
}

/** An agent can answer only known visitors. */
function meetFirst(draw: Draw, { at, ...input }: Coming, index: number): Coming[] {
  if (input.kind !== "agent" || draw.chance(0.3)) return [];
  const { channel, visitor } = input;
  return [
    { at: Math.max(0, at - draw.integer(0, 40)), ...writes(draw, channel, visitor, `h${index}`) },
  ];
}

/** A client may send the same message again, with or without an answer. */
function repeats(draw: Draw, input: Coming, spanMs: number): Coming[] {
  if (input.kind !== "visitor" && input.kind !== "agent") return [];
  if (!draw.chance(0.2)) return [];
  const afterMs = draw.pick([0, 1, 400, 3_000, contract.repeatMs]);
  const latest = spanMs + Math.max(5_000, afterMs);
  return [{ ...input, at: Math.min(input.at + afterMs, latest) }];
}

function drawKind(draw: Draw, channel: string, visitor: string, label: string): InputKind {
  const who = { channel, visitor };
  const kind = draw.weighted({
    visitor: 40,
    agent: 40,
    again: 4,
    redeliver: 3,
    "visitor-typing": 4,
    "agent-typing": 6,
    status: 2,
    erase: 2,
    "remove-channel": 1,
    "add-channel": 1,
    "change-channel": 2,
  });
  switch (kind) {
    case "visitor":
      return writes(draw, channel, visitor, label);
    case "agent": {
      const idempotencyKey = draw.chance(0.5) ? `key-${label}` : null;
      return { kind, ...who, label, idempotencyKey, long: draw.chance(0.05) };
    }
    case "redeliver":
      return { kind };
    case "status":
    case "remove-channel":
    case "add-channel":
      return { kind, channel };
    case "change-channel":
      return { kind, channel, knobs: drawKnobs(draw) };
    default:
      return { kind, ...who };
  }
}

function writes(draw: Draw, channel: string, visitor: string, label: string): InputKind {
  const id = draw.weighted({ none: 50, own: 40, constant: 10 });
  const messageId = { none: null, own: `id-${label}`, constant: "0" }[id];
  const fields = ["name", "email", "phone"].filter(() => draw.chance(0.3));
  const profile = Object.fromEntries(fields.map((field) => [field, `${canary}${label}-qz`]));
  return {
    kind: "visitor",
    channel,
    visitor,
    label,
    messageId,
    profile,
    long: draw.chance(0.05),
  };
}

function drawKnobs(draw: Draw): Partial<ChannelKnobs> {
  return draw.pick<Partial<ChannelKnobs>>([
    { failureShape: "final" },
    { failureShape: "redeliver" },
    { acknowledge: "any-2xx" },
    { dedupe: "off" },
    { overflow: "split" },
  ]);
}

/** One message that the app cannot take, and others that it can, until the first becomes a dead letter. */
function poisonedInputs(draw: Draw, channels: readonly ChannelPlan[]): Drawn {
  const channel = channels[0]?.id ?? "";
  const spanMs = 13 * 60_000;
  const poison: Coming = { at: 0, ...writes(draw, channel, '"poison"', "p0") };
  const others = Array.from({ length: spanMs / 30_000 }, (_, index): Coming => {
    const at = index * 30_000 + draw.integer(0, 5_000);
    return { at, ...writes(draw, channel, '"other"', `o${index}`) };
  });
  const follower: Coming = { at: 1_000, ...writes(draw, channel, '"poison"', "p1") };
  const redeliver: Coming = { at: spanMs, kind: "redeliver" };
  return { inputs: [poison, follower, ...others, redeliver], spanMs, poisoned: ["p0"] };
}
