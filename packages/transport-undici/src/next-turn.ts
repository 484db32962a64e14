/** Waits for the next turn of the event loop; all who ask in one turn share the wait. */
export class NextTurn {
  #shared: Promise<void> | null = null;

  /** Resolves at the end of this turn or of the next: between two readings of the sockets. */
  wait(): Promise<void> {
    return (this.#shared ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#shared = null;
        resolve();
      });
    }));
  }
}
