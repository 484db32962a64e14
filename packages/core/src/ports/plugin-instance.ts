import type { ServiceIdentifier } from "inversify";

/** An entry that an instance always has, such as that of a poller. */
export interface StandingEntry {
  readonly key: string;
  /** Its value when it is written first. */
  readonly value: unknown;
  /** Whether it is due at once when it is written first. Default: yes. */
  readonly isDue?: boolean;
}

/**
 * One adapter in one gateway. An adapter that keeps state binds one, and gives it the name that its host chose, or a
 * name of its own. State, idempotency keys and listeners belong to that name; with another name they are not found again.
 */
export interface PluginInstance {
  /** 1 to 40 lower-case letters, digits and hyphens; the first is a letter. No two adapters have the same. */
  readonly name: string;
  /** Written at each start of the gateway, if they are missing. */
  readonly standing?: readonly StandingEntry[];
  /**
   * Names of the backends that it offers beside others in one gateway, such as two inboxes of one app. Each is bound under
   * its name: `bind(AgentBackend)…whenNamed("sales")`, and so are listeners of one alone. Default: one, bound without a name.
   */
  readonly backends?: readonly string[];
}
export const PluginInstance = Symbol.for(
  "@parley/core/PluginInstance",
) as ServiceIdentifier<PluginInstance>;
