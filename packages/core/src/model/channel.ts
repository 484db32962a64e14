import { type Static, Type } from "typebox";

/** Maximum number of codes that a channel may hide from agents (ruling 17). */
export const hiddenErrorCodesLimit = 256;

/** Settings of one channel. Every default follows the text of the contract. */
export const ChannelKnobs = Type.Object(
  {
    /** Whether text past 1000 code points is cut or split (ruling 8). */
    overflow: Type.Enum(["truncate", "split"]),
    /** Whether media must carry `file_name` and `file_size` (ruling 9). */
    media: Type.Enum(["strict", "lenient"]),
    /** Whether a client's own retry is recognised as a repeat (ruling 11). */
    dedupe: Type.Enum(["window", "off"]),
    /** Framing of an agent message's HTTP body (§4.5, ruling 13). */
    transfer: Type.Enum(["content-length", "chunked"]),
    /** Which answers count as a valid positive response (ruling 14). */
    acknowledge: Type.Enum(["result-ok", "affirmative", "any-2xx"]),
    /** Whether the failure shape on HTTP 200 ends the series (ruling 16). */
    failureShape: Type.Enum(["final", "redeliver"]),
    /** Whether the receiver gets typing events of agents (§4.4, ruling 19). */
    typing: Type.Enum(["on", "off"]),
    /** Error codes whose description is hidden from the agent (§4.3, ruling 17). */
    hiddenErrorCodes: Type.Array(Type.Number(), { maxItems: hiddenErrorCodesLimit }),
  },
  { additionalProperties: false },
);
export type ChannelKnobs = Static<typeof ChannelKnobs>;

/** Knobs of a channel that sets none. */
export const defaultKnobs: ChannelKnobs = Object.freeze({
  overflow: "truncate",
  media: "strict",
  dedupe: "window",
  transfer: "content-length",
  acknowledge: "result-ok",
  failureShape: "final",
  typing: "on",
  hiddenErrorCodes: [],
});

/** A channel's secret, stored only as a digest (ruling 1). */
export interface ChannelSecret {
  /** `Digest.of` of the channel secret. */
  readonly digest: string;
  /** Epoch milliseconds at which it expires; `null` while it is the current one. */
  readonly expiresAt: number | null;
}

/**
 * A key that signs agent messages. It is stored in plain form, unlike the channel secret, because signing needs it.
 */
export interface SigningKey {
  /** Base64 of 24 to 64 bytes, without the prefix `whsec_`. It leaves the gateway only in the answer of `sign`. */
  readonly key: string;
  /** Epoch milliseconds at which it stops signing; `null` while it is the current one. */
  readonly expiresAt: number | null;
}

/** One integration: visitors' messages arrive under its `id`, agents' messages go to its `chatApiUrl`. */
export interface Channel {
  /** `<channel_public_id>`: `[A-Za-z0-9_-]{1,64}`. */
  readonly id: string;
  /** Identity inside the gateway. A public id that is used again after a removal gets a new key. */
  readonly key: string;
  readonly secrets: readonly ChannelSecret[];
  /** `{chat_api_url}` of §4.3; may hold the placeholder `{channel}` (ruling 13). */
  readonly chatApiUrl: string;
  readonly knobs: ChannelKnobs;
  /** Newest first. Empty: agent messages are not signed. */
  readonly signingKeys: readonly SigningKey[];
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Number of changes, counted from 1; `ChannelStore.save` compares it. */
  readonly revision: number;
}
