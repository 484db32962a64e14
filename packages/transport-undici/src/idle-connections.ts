import type { Connection } from "./connection.ts";

/** Open connections that wait for their next request, over all origins; past the limit the oldest is closed. */
export class IdleConnections {
  readonly #limit: number;
  readonly #connections = new Set<Connection>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes the origin's most recently used connection out, or `null`. */
  take(origin: string): Connection | null {
    const found = [...this.#connections].findLast(
      (connection) => connection.origin === origin && connection.open,
    );
    if (!found) {
      return null;
    }
    this.#connections.delete(found);
    return found;
  }

  /** Keeps an open connection whose exchange is over. */
  put(connection: Connection): void {
    this.#connections.add(connection);
    if (this.#connections.size > this.#limit) {
      const [oldest] = this.#connections;
      this.#drop(oldest);
    }
  }

  /** Forgets a connection that closed by itself. */
  forget(connection: Connection): void {
    this.#connections.delete(connection);
  }

  #drop(connection: Connection | undefined): void {
    if (connection) {
      this.#connections.delete(connection);
      connection.destroy();
    }
  }
}
