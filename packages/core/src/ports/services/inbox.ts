import type { ServiceIdentifier } from "inversify";
import type { Refusal } from "../../protocol/refusals.ts";
import type { Warning } from "../../protocol/warning.ts";
import type { Channel } from "../../model/channel.ts";
import type { Availability } from "../agent-backend.ts";

/** Proof that a request named a live channel and knew its random string. Valid for the request that got it: see `renew`. */
export interface ChannelPass {
  readonly channel: Channel;
}

/** §4.2: `stored` follows the commit that holds the message; everything else says what was wrong. */
export type AcceptAnswer =
  | { readonly accepted: true; readonly warnings: readonly Warning[] }
  | { readonly accepted: false; readonly refusal: Refusal };

/** What a request brought besides its body; nothing of it is stored. */
export interface AcceptContext {
  /**
   * The request's `Content-Type`, `null` when there was none. An ingress that passes it lets the doctor look at a few
   * bodies a second, after they were answered; of one that does not, it looks at none.
   */
  readonly contentType?: string | null;
  /** W3C `traceparent`, from who is trusted to write one; passed to observers unread. */
  readonly traceParent?: string;
}

/** Called by ingress adapters; implemented by core. The durable door for visitors. */
export interface Inbox {
  /** `null` alike for an unknown channel and a wrong random string, at the same cost (ruling 1). */
  authenticate(channelId: string, randomString: string): Promise<ChannelPass | null>;
  /**
   * The same pass for a later request that names what the first one named; `null` when that may not be enough any more, as
   * the channel or its secrets may have changed: then `authenticate` tells.
   */
  renew(pass: ChannelPass): ChannelPass | null;
  /** §4.1. Never throws: trouble means `0` (ruling 2). */
  status(pass: ChannelPass): Promise<Availability>;
  /** §4.2 and §4.4, from the raw body. Never throws: trouble with the store is a 503 refusal. */
  accept(pass: ChannelPass, body: Uint8Array, context?: AcceptContext): Promise<AcceptAnswer>;
}
export const Inbox = Symbol.for("@parley/core/Inbox") as ServiceIdentifier<Inbox>;
