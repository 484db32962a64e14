import type { SecureContext } from "node:tls";
import { plainAddress } from "./address.ts";
import { Connection } from "./connection.ts";
import { dial, ForbiddenAddress } from "./dial.ts";
import type { Lookup } from "./host-resolver.ts";
import { IdleConnections } from "./idle-connections.ts";
import { Slots } from "./slots.ts";
import { literalAddress, type Target } from "./target-guard.ts";

/** Whether a target may be connected to at all these addresses. */
export type Permits = (target: Target, addresses: readonly string[]) => boolean;

/** What a pool needs. */
export interface PoolParts {
  readonly permits: Permits;
  readonly lookup: Lookup;
  readonly secureContext: SecureContext | undefined;
  readonly connectionsPerOrigin: number;
  readonly idleConnections: number;
}

/** The pool closed before there was a connection. */
export class PoolClosed extends Error {}

/** Opens guarded connections, and keeps those that are idle. */
export class ConnectionPool {
  readonly #parts: PoolParts;
  readonly #slots: Slots;
  readonly #idle: IdleConnections;
  readonly #open = new Set<Connection>();
  #closed = false;

  constructor(parts: PoolParts) {
    this.#parts = parts;
    this.#slots = new Slots(parts.connectionsPerOrigin);
    this.#idle = new IdleConnections(parts.idleConnections);
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Takes one of the origin's slots, as soon as one is free. @throws the signal's reason when it aborts first */
  async enter({ origin }: Target, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.#slots.takeFree(origin)) await this.#slots.take(origin, signal);
  }

  /** Gives a slot back. Call it once for every slot taken. */
  leave({ origin }: Target): void {
    this.#slots.giveBack(origin);
  }

  /** An idle connection to the target, or `null`. */
  takeIdle({ origin }: Target): Connection | null {
    return this.#idle.take(origin);
  }

  /** Opens a connection. @throws ForbiddenAddress, PoolClosed, the signal's reason, or a network error */
  async connect(target: Target, signal: AbortSignal): Promise<Connection> {
    const addresses = await this.#vettedAddresses(target, signal);
    if (this.#closed) throw new PoolClosed();
    const vetted = new Set(addresses.map(plainAddress));
    const { permits, secureContext } = this.#parts;
    const permitsAddress = (address: string): boolean =>
      vetted.has(plainAddress(address)) && permits(target, [address]);
    const socket = await dial({ target, addresses, secureContext, permitsAddress, signal });
    const connection = new Connection(target.origin, socket);
    this.#open.add(connection);
    connection.onGone(() => this.#forget(connection));
    return connection;
  }

  /** Keeps a connection after its exchange, if it is still open. */
  keep(connection: Connection): void {
    if (connection.open) {
      this.#idle.put(connection);
    } else {
      connection.destroy();
      this.#forget(connection);
    }
  }

  /** Closes every connection. One that is still being opened is closed once it is open. */
  close(): void {
    this.#closed = true;
    for (const connection of this.#open) {
      connection.destroy();
    }
  }

  async #vettedAddresses(target: Target, signal: AbortSignal): Promise<readonly string[]> {
    const literal = literalAddress(target);
    const { lookup, permits } = this.#parts;
    const addresses =
      literal === null ? await rejectOnAbort(lookup(target.host), signal) : [literal];
    if (addresses.length === 0) {
      throw new Error("the name has no address");
    }
    if (!permits(target, addresses)) {
      throw new ForbiddenAddress();
    }
    return addresses;
  }

  #forget(connection: Connection): void {
    this.#open.delete(connection);
    this.#idle.forget(connection);
  }
}

/** The result of `promise`. @throws the signal's reason when it aborts first */
export function rejectOnAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
    if (signal.aborted) {
      abort();
    }
  });
}
