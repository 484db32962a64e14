import type { FailOverRule, Visit } from "@parley/core";
import type { ContainerModule } from "inversify";

/** One backend, or several. */
export type Backends = string | readonly string[];

/** What every router has. Wherever a backend is named: a key of `backends`, or `slack/sales` for one of several of a module. */
export interface RoutedBackends {
  /** The modules of the agent apps, by names of 1 to 40 lower-case letters, digits and hyphens; the first is a letter. */
  readonly backends: Readonly<Record<string, ContainerModule>>;
  /** The backend that goes on with the conversations and the state of a gateway that had no router. Default: none. */
  readonly takesDefault?: string;
  /** Backends whose conversations another one may read, by the name of the reader. Default: none. */
  readonly mayRead?: Readonly<Record<string, readonly string[]>>;
  /** Backends that may give away conversations that are not theirs. Default: none. */
  readonly mayAssign?: readonly string[];
  /** Who gets the conversations of a backend that is down, by its name. Default: nobody, they wait. */
  readonly failOver?: Readonly<Record<string, FailOverRule>>;
  /** Who gets the conversations of backends that are not configured any more, by their name. Default: nobody. */
  readonly reassign?: Readonly<Record<string, string>>;
}

/** A map says who gets new conversations. */
export interface ChannelRoutes extends RoutedBackends {
  /** By `<channel_public_id>`. Default: `otherwise` gets all. */
  readonly channels?: Readonly<Record<string, string>>;
  /** Who gets those of all other channels. */
  readonly otherwise: string;
  readonly choose?: undefined;
  readonly candidates?: undefined;
}

/** A function says who gets new conversations. */
export interface ChoiceRoutes extends RoutedBackends {
  /**
   * Names one of the channel's candidates. When it throws or names none of them, the first candidate gets the conversation,
   * and the log tells it.
   */
  readonly choose: (visit: Visit) => string;
  /** The backends that `choose` may name, by `<channel_public_id>`. Default: those of `otherwise` for every channel. */
  readonly candidates?: Readonly<Record<string, readonly string[]>>;
  /** The backends that `choose` may name for all other channels. */
  readonly otherwise: Backends;
  readonly channels?: undefined;
}

export type AgentRouterOptions = ChannelRoutes | ChoiceRoutes;
