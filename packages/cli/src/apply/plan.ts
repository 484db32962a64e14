import type { ChannelView } from "@parley/admin-express/api";
import { knobNames } from "../input/knobs.ts";
import type { DesiredChannel } from "./desired-channel.ts";

/** A setting's value. */
export type Value = string | boolean | readonly number[];

/** The current and the desired value of a setting. */
export interface FieldChange {
  readonly name: keyof DesiredChannel;
  /** `null` for a channel that does not exist yet. */
  readonly from: Value | null;
  readonly to: Value;
}

/** The change of one channel. */
export interface Change {
  readonly channel: string;
  readonly change: "add" | "change" | "remove";
  /** Empty for `remove`. */
  readonly fields: readonly FieldChange[];
}

/** The changes that make the gateway match the file. */
export interface Plan {
  /** In the file's order; removals last. */
  readonly changes: readonly Change[];
  /** Ids of channels that match the file. */
  readonly unchanged: readonly string[];
  /** Ids of channels that are not in the file and stay. */
  readonly extra: readonly string[];
}

const settings = ["chatApiUrl", ...knobNames, "signed"] as const;

/** Compares without requests or changes. @param prune remove channels that are not in the file */
export function planChanges(
  desired: readonly DesiredChannel[],
  current: readonly ChannelView[],
  prune: boolean,
): Plan {
  const existing = new Map(current.map((channel) => [channel.id, channel]));
  const wanted = new Set(desired.map(({ id }) => id));
  const compared = desired.map((channel) => changeOf(channel, existing.get(channel.id)));
  const others = current.map(({ id }) => id).filter((id) => !wanted.has(id));
  const removals = others.map((channel): Change => ({ channel, change: "remove", fields: [] }));
  return {
    changes: [
      ...compared.filter(({ change, fields }) => change === "add" || fields.length > 0),
      ...(prune ? removals : []),
    ],
    unchanged: compared
      .filter(({ change, fields }) => change === "change" && fields.length === 0)
      .map(({ channel }) => channel),
    extra: prune ? [] : others,
  };
}

function changeOf(desired: DesiredChannel, existing: ChannelView | undefined): Change {
  const channel = desired.id;
  if (existing === undefined) {
    const fields = settings.map((name) => ({ name, from: null, to: desired[name] }));
    return { channel, change: "add", fields };
  }
  const fields = settings
    .filter((name) => !isSame(desired[name], existing[name]))
    .map((name) => ({ name, from: existing[name], to: desired[name] }));
  return { channel, change: "change", fields };
}

/** The order of error codes does not matter. */
function isSame(one: Value, other: Value): boolean {
  return keyOf(one) === keyOf(other);
}

function keyOf(value: Value): string {
  return typeof value === "object"
    ? [...new Set(value)].toSorted((one, other) => one - other).join()
    : String(value);
}
