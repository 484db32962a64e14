import { checkChatApiUrl, type ChannelKnobs, defaultKnobs, isChannelId } from "@parley/core";
import { errorCodeLimit, knobChoices, type KnobName, knobNames } from "../input/knobs.ts";

/** A channel as a file describes it. Omitted fields have their defaults. */
export interface DesiredChannel extends ChannelKnobs {
  readonly id: string;
  readonly chatApiUrl: string;
  /** Whether agent messages are signed. */
  readonly signed: boolean;
}

/** An error in a channel of a file. */
export interface ChannelFault {
  /** The wrong key; `null`: the channel as a whole. */
  readonly key: string | null;
  readonly why: string;
}

/** One of the two lists is always empty. */
export type ChannelReading =
  | { readonly channel: DesiredChannel; readonly faults: readonly [] }
  | { readonly channel: null; readonly faults: readonly ChannelFault[] };

// `channels list --json` contains it. Its output can be applied unchanged.
const ignored = "createdAt";

const checks: Readonly<Record<string, (value: unknown) => string | null>> = {
  id: (value) =>
    typeof value === "string" && isChannelId(value)
      ? null
      : "expected 1 to 64 characters of A-Z a-z 0-9 _ -; quote it when it looks like a number",
  chatApiUrl: (value) => {
    const checked = checkChatApiUrl(value);
    return checked.ok ? null : checked.why;
  },
  signed: (value) => (typeof value === "boolean" ? null : "expected true or false"),
  ...Object.fromEntries(
    knobNames.map((name) => [name, (value: unknown) => knobFault(name, value)]),
  ),
};

/** Reads one entry of a file. */
export function readDesiredChannel(entry: Readonly<Record<string, unknown>>): ChannelReading {
  const faults = [...missing(entry), ...Object.entries(entry).flatMap(keyFault)];
  if (faults.length > 0) return { channel: null, faults };
  const { [ignored]: _ignored, ...given } = entry;
  const channel = { ...defaultKnobs, signed: false, ...given } as unknown as DesiredChannel;
  return { channel, faults: [] };
}

function missing(entry: Readonly<Record<string, unknown>>): readonly ChannelFault[] {
  return ["id", "chatApiUrl"]
    .filter((key) => !Object.hasOwn(entry, key))
    .map((key) => ({ key: null, why: `${key} is missing` }));
}

function keyFault([key, value]: [string, unknown]): readonly ChannelFault[] {
  if (key === ignored) return [];
  if (!Object.hasOwn(checks, key)) {
    const known = Object.keys(checks).join(", ");
    return [{ key, why: `there is no such setting; expected one of ${known}` }];
  }
  const why = checks[key]?.(value) ?? null;
  return why === null ? [] : [{ key, why }];
}

function knobFault(name: KnobName, value: unknown): string | null {
  const choices = knobChoices(name);
  if (choices !== null) {
    return choices.includes(value as string) ? null : `expected ${choices.join(" or ")}`;
  }
  const isList =
    Array.isArray(value) && value.length <= errorCodeLimit && value.every(Number.isFinite);
  return isList ? null : `expected a list of up to ${errorCodeLimit} numbers`;
}
