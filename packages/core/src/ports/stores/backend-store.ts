import type { ServiceIdentifier } from "inversify";

/** The backends of a gateway that starts. */
export interface BackendsInUse {
  /** At least one. */
  readonly names: readonly string[];
  /** The one of `names` that goes on with what the backend `default` had; `null`: none. */
  readonly takesDefault: string | null;
}

/** What all nodes together know of one backend's answers. Instants are epoch milliseconds. */
export interface BackendAnswers {
  readonly backend: string;
  /** Counts the writes, from 1. */
  readonly revision: number;
  /** When it last answered a call of any node; `null`: never. */
  readonly answeredAt: number | null;
  /** When a call first failed after the last answer, or after a time in which nobody asked; `null`: none has. */
  readonly failingSince: number | null;
  /** When a call failed, about a minute ago at most while they fail; `null`: none has since the last answer. */
  readonly failedAt: number | null;
}

/** Called by the engine; implemented by each store. Every node sees the same. */
export interface BackendStore {
  /**
   * Makes the names known, before anything else uses them. Everything that belongs to `default` belongs to `takesDefault`
   * from then on: pauses, histories and notices of erasures too. Later calls find that done.
   * Where `default` is named from then on, `takesDefault` is meant, unless `default` is opened again.
   * With another name than `default`, no node may use the store any more that knows no owners.
   * @returns the name of who goes on with what `default` had; `default`: nobody took it over
   * @throws ParleyError `earlier-node-running` when one uses it now
   */
  open(backends: BackendsInUse): Promise<string>;
  /** One row for each backend that was ever saved. They are not moved to another store. */
  answers(): Promise<readonly BackendAnswers[]>;
  /** Writes a row durably. As `PauseStore.save`. */
  saveAnswers(answers: BackendAnswers): Promise<boolean>;
}
export const BackendStore = Symbol.for(
  "@parley/core/BackendStore",
) as ServiceIdentifier<BackendStore>;
