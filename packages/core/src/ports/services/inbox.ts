import type { ServiceIdentifier } from "inversify";
import type { Refusal } from "../../protocol/refusals.ts";
import type { Warning } from "../../protocol/warning.ts";
import type { Channel } from "../../model/channel.ts";
import type { Availability } from "../agent-backend.ts";

/** Proof that a request named a live channel and its channel secret. Valid for that request only; see `renew`. */
export interface AuthenticatedChannel {
  readonly channel: Channel;
}

/** §4.2. `accepted: true` is given only after the commit that holds the message. A refusal says what was wrong. */
export type AcceptAnswer =
  | { readonly accepted: true; readonly warnings: readonly Warning[] }
  | { readonly accepted: false; readonly refusal: Refusal };

/** Facts about the request besides its body. None of them is stored. */
export interface AcceptContext {
  /**
   * The request's `Content-Type`; `null` when there was none. With it the doctor inspects a few bodies a second,
   * after they were answered. Without it (an ingress that leaves the field out) the doctor inspects none.
   */
  readonly contentType?: string | null;
  /** W3C `traceparent` of a trusted caller; passed to observers without being parsed. */
  readonly traceParent?: string;
}

/** Called by ingress adapters; implemented by core. Stores visitors' messages before it answers. */
export interface Inbox {
  /** `null` both for an unknown channel and for a wrong channel secret; both take the same time (ruling 1). */
  authenticate(channelId: string, channelSecret: string): Promise<AuthenticatedChannel | null>;
  /**
   * Reuses a pass for a later request that names the same channel and channel secret.
   * `null` when the channel or its secrets may have changed since: call `authenticate` then.
   */
  renew(pass: AuthenticatedChannel): AuthenticatedChannel | null;
  /** §4.1. Never throws: a failure answers `0` (ruling 2). */
  status(pass: AuthenticatedChannel): Promise<Availability>;
  /** §4.2 and §4.4. Takes the raw body. Never throws: when the store fails, the answer is a 503 refusal. */
  accept(
    pass: AuthenticatedChannel,
    body: Uint8Array,
    context?: AcceptContext,
  ): Promise<AcceptAnswer>;
}
export const Inbox = Symbol.for("@parley/core/Inbox") as ServiceIdentifier<Inbox>;
