import type { ContainerModule, ServiceIdentifier } from "inversify";
import type { Profile } from "../protocol/senders/profile.ts";

/** What a router knows of a visitor's message when it chooses. */
export interface Visit {
  /** `<channel_public_id>`. */
  readonly channelId: string;
  /** What the message itself tells about the visitor; without a message, what is stored. */
  readonly profile: Profile;
}

/** Who gets the conversations of a backend that is down, each when an event that it was offered is due again. */
export interface FailOverRule {
  /** Name of the other backend. */
  readonly to: string;
  /** How long no node has had an answer, in ms: at least 60,000. */
  readonly afterMs: number;
}

/**
 * Several agent apps under names in one gateway, and who gets what. Called by core; implemented by `@parley/agent-router`.
 * A name has 1 to 40 lower-case letters, digits and hyphens; the first is a letter. A module that offers several backends
 * declares them (`PluginInstance.backends`), and they are called `<name>/<backend>`. Everywhere but in `modules` that is the
 * name of such a backend.
 */
export interface AgentRouter {
  /** The modules of the agent apps by name. Each gets ports of its own, as if it were the only one. At least one. */
  readonly modules: Readonly<Record<string, ContainerModule>>;
  /** The backend that goes on with what a gateway with one agent app had; `null`: none. */
  readonly takesDefault: string | null;
  /**
   * The backend that gets a new conversation: one of the channel's candidates. Called for each message of a visitor, and
   * when a conversation without an owner gets one in another way.
   */
  choose(visit: Visit): string;
  /** The backends that may get a new conversation of a channel; at least one. */
  candidates(channelId: string): readonly string[];
  /** Every backend that `candidates` may name. The start fails when one is not there. */
  readonly receivers: readonly string[];
  /** Backends whose conversations another one may read, by the name of the reader. */
  readonly mayRead: Readonly<Record<string, readonly string[]>>;
  /** Backends that may change the owner of conversations that are not theirs. */
  readonly mayAssign: readonly string[];
  /** By name of the backend that is down. */
  readonly failOver: Readonly<Record<string, FailOverRule>>;
  /** Who gets the conversations of backends that are not there any more, by their name. */
  readonly reassign: Readonly<Record<string, string>>;
}
export const AgentRouter = Symbol.for("@parley/core/AgentRouter") as ServiceIdentifier<AgentRouter>;
