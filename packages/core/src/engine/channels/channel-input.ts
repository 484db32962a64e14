import { Compile } from "typebox/compile";
import { ChannelKnobs, defaultKnobs, hiddenErrorCodesLimit } from "../../model/channel.ts";
import type { ChannelChange } from "../../ports/services/channels.ts";
import { isChannelId } from "../../protocol/channel-id.ts";
import { type Refusal, refuse } from "../../protocol/refusals.ts";
import { checkChatApiUrl } from "../../protocol/answers/target-url.ts";

/** A new channel's settings, validated and completed with defaults. */
export interface NewChannel {
  readonly id: string;
  readonly chatApiUrl: string;
  readonly knobs: ChannelKnobs;
}

type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };

const knobNames = Object.keys(ChannelKnobs.properties) as readonly (keyof ChannelKnobs)[];
const knobChecks = new Map(knobNames.map((name) => [name, Compile(ChannelKnobs.properties[name])]));

/**
 * Validates `{id, chatApiUrl, …knobs}`. Unlike in a wire body, an unknown field is refused, because it may be a
 * misspelt knob.
 */
export function readNewChannel(input: unknown): Read<NewChannel> {
  if (!isRecord(input)) return invalid("body", "expected a JSON object");
  const { id, ...rest } = input;
  if (typeof id !== "string" || !isChannelId(id)) {
    return invalid("id", "expected 1 to 64 characters of A-Z, a-z, 0-9, _ and -");
  }
  if (rest["chatApiUrl"] === undefined)
    return invalid("chatApiUrl", "expected the URL that takes agent messages");
  const change = readChannelChange(rest);
  if (!change.ok) return change;
  const { chatApiUrl = "", ...knobs } = change.value;
  return { ok: true, value: { id, chatApiUrl, knobs: { ...defaultKnobs, ...knobs } } };
}

/** Validates the body of `PATCH`: `chatApiUrl` and knobs, each optional. */
export function readChannelChange(input: unknown): Read<ChannelChange> {
  if (!isRecord(input)) return invalid("body", "expected a JSON object");
  for (const [field, value] of Object.entries(input)) {
    const why = field === "chatApiUrl" ? urlFault(value) : knobFault(field, value);
    if (why !== null) return invalid(field, why);
  }
  return { ok: true, value: input as ChannelChange };
}

function urlFault(value: unknown): string | null {
  const checked = checkChatApiUrl(value);
  return checked.ok ? null : checked.why;
}

function knobFault(field: string, value: unknown): string | null {
  const check = knobChecks.get(field as keyof ChannelKnobs);
  if (check === undefined)
    return `no such setting; expected chatApiUrl or one of ${knobNames.join(", ")}`;
  if (check.Check(value)) return null;
  const { [field as keyof ChannelKnobs]: schema } = ChannelKnobs.properties;
  return "enum" in schema
    ? `expected one of ${(schema.enum as string[]).join(", ")}`
    : `expected an array of at most ${hiddenErrorCodesLimit} numbers`;
}

function invalid(field: string, detail: string): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: refuse("invalidChannel", { field, detail }) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
