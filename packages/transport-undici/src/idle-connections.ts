import type { Connection } from "./connection.ts";

/** Open connections that wait for their next request, over all origins; past the limit the oldest is closed. */
export class IdleConnections {
  readonly #limit: number;
  /** In the order in which they were put; the same ones as in `#origins`. */
  readonly #all = new Set<Connection>();
  readonly #origins = new Map<string, Connection[]>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes the origin's most recently used connection out, or `null`. */
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

  /** Keeps an open connection whose exchange is over. */
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

  /** Forgets a connection that closed by itself. */
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
