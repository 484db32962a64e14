import { type Channel, type ChannelKnobs, defaultKnobs } from "../model/channel.ts";

/** What a channel's row holds as JSON. */
type ChannelDefinition = Pick<Channel, "chatApiUrl" | "knobs" | "signingKeys">;

/** As an earlier version may have written it, which knew neither signing nor every knob. */
interface StoredDefinition extends Pick<Channel, "chatApiUrl"> {
  readonly knobs: Partial<ChannelKnobs>;
  readonly signingKeys?: Channel["signingKeys"];
}

/** What a channel's row holds in columns of its own. */
export type ChannelFacts = Omit<Channel, keyof ChannelDefinition>;

export function writeDefinition({ chatApiUrl, knobs, signingKeys }: ChannelDefinition): string {
  return JSON.stringify({ chatApiUrl, knobs, signingKeys });
}

/** The definition is read when it is first asked for: by then the random string was right. */
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

/** What is missing has its default. */
function readDefinition(text: string): ChannelDefinition {
  const { chatApiUrl, knobs, signingKeys = [] } = JSON.parse(text) as StoredDefinition;
  return { chatApiUrl, knobs: { ...defaultKnobs, ...knobs }, signingKeys };
}
