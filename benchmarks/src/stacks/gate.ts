/** Whoever passes waits while it is closed. */
export class Gate {
  #opened: PromiseWithResolvers<void> | null;

  constructor(isClosed: boolean) {
    this.#opened = isClosed ? Promise.withResolvers() : null;
  }

  async pass(): Promise<void> {
    await this.#opened?.promise;
  }

  open(): void {
    this.#opened?.resolve();
    this.#opened = null;
  }

  close(): void {
    this.#opened ??= Promise.withResolvers();
  }
}
