import type { Connection } from "./connection.ts";

/** The idle connections of all origins. Past the limit the oldest one is closed. */
export class IdleConnections {
  readonly #limit: number;
  /** All connections of `#origins`, oldest first. */
  readonly #all = new Set<Connection>();
  readonly #origins = new Map<string, Connection[]>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Removes and returns the origin's most recently used connection, or `null`. */
  take(origin: string): Connection | null {
    const stack = this.#origins.get(origin);
    for (let latest = stack?.pop(); latest; latest = stack?.pop()) {
      this.#all.delete(latest);
      if (stack?.length === 0) this.#origins.delete(origin);
      if (latest.open) {
        return latest;
      }
    }
    this.#origins.delete(origin);
    return null;
  }

  /** Adds an open connection after its exchange. */
  put(connection: Connection): void {
    this.#all.add(connection);
    const stack = this.#origins.get(connection.origin);
    if (stack) stack.push(connection);
    else this.#origins.set(connection.origin, [connection]);
    if (this.#all.size > this.#limit) {
      const [oldest] = this.#all;
      this.#drop(oldest);
    }
  }

  /** Removes a connection that has closed. */
  forget(connection: Connection): void {
    if (!this.#all.delete(connection)) return;
    const stack = this.#origins.get(connection.origin) ?? [];
    stack.splice(stack.indexOf(connection), 1);
    if (stack.length === 0) this.#origins.delete(connection.origin);
  }

  #drop(connection: Connection | undefined): void {
    if (connection) {
      this.forget(connection);
      connection.destroy();
    }
  }
}
