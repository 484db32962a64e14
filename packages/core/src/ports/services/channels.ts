import type { ServiceIdentifier } from "inversify";
import type { Channel, ChannelKnobs } from "../../model/channel.ts";
import type { Refusal } from "../../protocol/refusals.ts";

/** A channel and its new secret. The secret appears only here: core keeps its digest alone (ruling 1). */
export interface IssuedChannel {
  readonly channel: Channel;
  readonly randomString: string;
}

/** A channel and its new signing key, with which a receiver verifies agent messages. The key appears only here. */
export interface IssuedSigningKey {
  readonly channel: Channel;
  /** `whsec_` and base64, the form that the Standard Webhooks libraries accept. */
  readonly signingKey: string;
}

/** The result of a change, or the refusal; a refused call has changed nothing. */
export type ChannelAnswer<Value> =
  | { readonly done: true; readonly value: Value }
  | { readonly done: false; readonly refusal: Refusal };

/** Fields that `change` may set; an absent field keeps its value. */
export type ChannelChange = Partial<ChannelKnobs> & { readonly chatApiUrl?: string };

/** Called by admin surfaces and hosts to read channels; implemented by core. */
export interface Channels {
  find(id: string): Promise<Channel | null>;
  /** Oldest first. */
  list(): Promise<readonly Channel[]>;
}
export const Channels = Symbol.for("@parley/core/Channels") as ServiceIdentifier<Channels>;

/** Called by admin surfaces and hosts to change channels; implemented by core, which validates every input. */
export interface ChannelAdmin {
  /** `input`: `{id, chatApiUrl, …knobs}`. */
  add(input: unknown): Promise<ChannelAnswer<IssuedChannel>>;
  /** `input`: a `ChannelChange`. */
  change(id: string, input: unknown): Promise<ChannelAnswer<Channel>>;
  /**
   * Issues a new channel secret. The old one stays valid for `overlapMs` (default 24 h; `0` after a leak).
   * Refused as `tooManyCount` when four are valid and none of them would expire.
   */
  rotate(id: string, overlapMs?: number): Promise<ChannelAnswer<IssuedChannel>>;
  /**
   * Turns signing on (Standard Webhooks 1.0), or adds a new key to a channel that signs already.
   * The old key signs as well for `overlapMs` (default 24 h; `0` after a leak), so that a receiver may hold either
   * key.
   * Refused as `tooManyCount` when four keys sign and none of them would expire.
   */
  sign(id: string, overlapMs?: number): Promise<ChannelAnswer<IssuedSigningKey>>;
  /** Turns signing off at once and deletes all keys. */
  unsign(id: string): Promise<ChannelAnswer<Channel>>;
  /**
   * Visitor requests get 404 at once. Waiting outbound messages fail with `channel-removed`.
   * Stored inbound messages still reach the agent.
   */
  remove(id: string): Promise<ChannelAnswer<null>>;
}
export const ChannelAdmin = Symbol.for(
  "@parley/core/ChannelAdmin",
) as ServiceIdentifier<ChannelAdmin>;
