import { type Channel, type ChannelKnobs, defaultKnobs } from "@parley/core";

/** What a channel's row holds as JSON. */
export type ChannelDefinition = Pick<Channel, "chatApiUrl" | "knobs" | "signingKeys">;

/** As an earlier version may have written it, which knew neither signing nor every knob. */
interface StoredDefinition extends Pick<Channel, "chatApiUrl"> {
  readonly knobs: Partial<ChannelKnobs>;
  readonly signingKeys?: Channel["signingKeys"];
}

export function writeDefinition({ chatApiUrl, knobs, signingKeys }: ChannelDefinition): string {
  return JSON.stringify({ chatApiUrl, knobs, signingKeys });
}

/** What is missing has its default. */
export function readDefinition(text: string): ChannelDefinition {
  const { chatApiUrl, knobs, signingKeys = [] } = JSON.parse(text) as StoredDefinition;
  return { chatApiUrl, knobs: { ...defaultKnobs, ...knobs }, signingKeys };
}
