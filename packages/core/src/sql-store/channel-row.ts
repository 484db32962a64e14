import { type Channel, type ChannelKnobs, defaultKnobs } from "../model/channel.ts";

/** The part of a channel that its row stores as JSON. */
type ChannelDefinition = Pick<Channel, "chatApiUrl" | "knobs" | "signingKeys">;

/** The same as earlier versions wrote it: without signing keys and with fewer knobs. */
interface StoredDefinition extends Pick<Channel, "chatApiUrl"> {
  readonly knobs: Partial<ChannelKnobs>;
  readonly signingKeys?: Channel["signingKeys"];
}

/** The part of a channel that its row stores in columns. */
export type ChannelFacts = Omit<Channel, keyof ChannelDefinition>;

/** JSON text for the definition column of a channel's row. */
export function writeDefinition({ chatApiUrl, knobs, signingKeys }: ChannelDefinition): string {
  return JSON.stringify({ chatApiUrl, knobs, signingKeys });
}

/** Parses the definition at its first use: by then the channel secret is known to be right (ruling 1). */
export function channelOf(facts: ChannelFacts, definition: () => string): Channel {
  const { id, key, revision, createdAt, secrets } = facts;
  let known: ChannelDefinition | null = null;
  const defined = () => (known ??= readDefinition(definition()));
  return {
    id,
    key,
    revision,
    createdAt,
    secrets,
    get chatApiUrl() {
      return defined().chatApiUrl;
    },
    get knobs() {
      return defined().knobs;
    },
    get signingKeys() {
      return defined().signingKeys;
    },
  };
}

/** Missing knobs get their defaults. */
function readDefinition(text: string): ChannelDefinition {
  const { chatApiUrl, knobs, signingKeys = [] } = JSON.parse(text) as StoredDefinition;
  return { chatApiUrl, knobs: { ...defaultKnobs, ...knobs }, signingKeys };
}
