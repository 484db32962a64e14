/** Waits for the next turn of the event loop; all who ask in one turn share the wait. */
export class NextTurn {
  #shared: Promise<void> | null = null;

  /** Resolves behind the next reading of sockets, or this turn's; before the one that follows. */
  wait(): Promise<void> {
    return (this.#shared ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#shared = null;
        resolve();
      });
    }));
  }
}
