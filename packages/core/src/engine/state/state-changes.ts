import type { StateWrite } from "../../state/state-batch.ts";

/** What a committed batch may have changed for the due calls of its instance. */
export interface StateChange {
  /** Keys written by `put`, whose due calls may be interrupted. */
  readonly keys: readonly string[];
  /** Whether an entry may be due sooner than before. */
  readonly isDue: boolean;
}

/** Tells listeners in this process what an instance has written, so that due calls begin, or end, at once. */
export class StateChanges {
  readonly #listeners = new Set<(instance: string, change: StateChange) => void>();

  written(instance: string, writes: readonly StateWrite[]): void {
    const puts = writes.filter((write) => write.kind === "put");
    const isDue = writes.some(
      (write) => write.kind === "wake" || (write.kind === "put" && write.due !== null),
    );
    const change = { keys: puts.map(({ key }) => key), isDue };
    for (const listener of this.#listeners) listener(instance, change);
  }

  listen(listener: (instance: string, change: StateChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
