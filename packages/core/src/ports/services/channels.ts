import type { ServiceIdentifier } from "inversify";
import type { Channel, ChannelKnobs } from "../../model/channel.ts";
import type { Refusal } from "../../protocol/refusals.ts";

/** A channel and, this once, the random string that only its digest is kept of (ruling 1). */
export interface IssuedChannel {
  readonly channel: Channel;
  readonly randomString: string;
}

/** A channel and, this once, the key that a receiver verifies its agent messages with. */
export interface IssuedSigningKey {
  readonly channel: Channel;
  /** `whsec_` and base64, as the libraries of Standard Webhooks take it. */
  readonly signingKey: string;
}

export type ChannelAnswer<Value> =
  | { readonly done: true; readonly value: Value }
  | { readonly done: false; readonly refusal: Refusal };

/** What `change` may change; an absent field stays. */
export type ChannelChange = Partial<ChannelKnobs> & { readonly chatApiUrl?: string };

/** Called by admin surfaces and hosts to look; implemented by core. */
export interface Channels {
  find(id: string): Promise<Channel | null>;
  /** Oldest first. */
  list(): Promise<readonly Channel[]>;
}
export const Channels = Symbol.for("@parley/core/Channels") as ServiceIdentifier<Channels>;

/** Called by admin surfaces and hosts to change; implemented by core, which checks what it is given. */
export interface ChannelAdmin {
  /** `input`: `{id, chatApiUrl, …knobs}`. */
  add(input: unknown): Promise<ChannelAnswer<IssuedChannel>>;
  /** `input`: a `ChannelChange`. */
  change(id: string, input: unknown): Promise<ChannelAnswer<Channel>>;
  /**
   * A new random string; the old one stays valid for `overlapMs` (default 24 h; `0` for leaks). Refused as
   * `tooManyCount` when four are valid and would stay so.
   */
  rotate(id: string, overlapMs?: number): Promise<ChannelAnswer<IssuedChannel>>;
  /**
   * Agent messages are signed from now on (Standard Webhooks 1.0), or with a new key beside the old one: that one
   * signs as well for `overlapMs` (default 24 h; `0` for leaks), so that a receiver may hold either. Refused as
   * `tooManyCount` when four sign and would go on.
   */
  sign(id: string, overlapMs?: number): Promise<ChannelAnswer<IssuedSigningKey>>;
  /** Agent messages are signed no more, at once; all keys are forgotten. */
  unsign(id: string): Promise<ChannelAnswer<Channel>>;
  /** 404 at once; waiting outbound fails with `channel-removed`, stored inbound still reaches the agent. */
  remove(id: string): Promise<ChannelAnswer<null>>;
}
export const ChannelAdmin = Symbol.for(
  "@parley/core/ChannelAdmin",
) as ServiceIdentifier<ChannelAdmin>;
