import { setImmediate } from "node:timers/promises";
import type { SecureContext } from "node:tls";
import {
  type Transport,
  type TransportFailure,
  type TransportRequest,
  type TransportResult,
} from "@parley/core";
import { plainAddress } from "./address.ts";
import { Connection } from "./connection.ts";
import { dial, ForbiddenAddress } from "./dial.ts";
import type { Lookup } from "./host-resolver.ts";
import { IdleConnections } from "./idle-connections.ts";
import type { ExchangeResult } from "./response-reader.ts";
import { Slots } from "./slots.ts";
import { type GuardRules, literalAddress, permitsAddresses, type Target } from "./target-guard.ts";
import { TargetCache } from "./target-cache.ts";

/** Validated options of `UndiciTransport`. */
export interface TransportParts {
  readonly rules: GuardRules;
  readonly lookup: Lookup;
  readonly secureContext: SecureContext | undefined;
  readonly connectionsPerOrigin: number;
  readonly idleConnections: number;
  readonly responseLimitBytes: number;
}

/** The transport closed before the request had a connection. */
class TransportClosed extends Error {}

/**
 * `Transport` on undici clients with sockets that the address guard permitted. Undici's `Agent` does not fit, even with
 * a guarded `connect`: it does not stop connecting at the request's deadline, and has no common limit of idle
 * connections over all origins.
 */
export class UndiciTransport implements Transport {
  readonly #parts: TransportParts;
  readonly #targets: TargetCache;
  readonly #slots: Slots;
  readonly #idle: IdleConnections;
  readonly #open = new Set<Connection>();
  #closed = false;

  constructor(parts: TransportParts) {
    this.#parts = parts;
    this.#targets = new TargetCache(parts.rules);
    this.#slots = new Slots(parts.connectionsPerOrigin);
    this.#idle = new IdleConnections(parts.idleConnections);
  }

  async post(request: TransportRequest): Promise<TransportResult> {
    const target = this.#targets.read(request.url);
    if (target === null) {
      return failure("forbidden-target");
    }
    if (this.#closed) {
      return failure("not-sent");
    }
    try {
      return resultOf(await this.#postTo(target, request), request.signal);
    } catch (error) {
      return failure(reasonOf(error, request.signal));
    }
  }

  /**
   * Closes every connection. A request that was written ends as `unreadable-answer`, any other one as `not-sent`. A
   * connection that is still being opened is closed once it is open.
   */
  close(): void {
    this.#closed = true;
    for (const connection of this.#open) {
      connection.destroy();
    }
  }

  async #postTo(target: Target, request: TransportRequest): Promise<ExchangeResult> {
    request.signal.throwIfAborted();
    if (!this.#slots.takeFree(target.origin)) {
      await this.#slots.take(target.origin, request.signal);
    }
    try {
      return await this.#postInSlot(target, request);
    } finally {
      this.#slots.giveBack(target.origin);
    }
  }

  /**
   * Tries idle connections until one is still open. The wait lets Node read each socket first, so that its end, or an
   * answer without a request, is seen before the request is written.
   */
  async #postInSlot(target: Target, request: TransportRequest): Promise<ExchangeResult> {
    for (let kept = this.#idle.take(target.origin); kept; kept = this.#idle.take(target.origin)) {
      await setImmediate();
      const result = await this.#exchange(kept, target, request);
      if (result.kind !== "unused" || request.signal.aborted) {
        return result;
      }
    }
    return this.#exchange(await this.#connect(target, request.signal), target, request);
  }

  async #connect(target: Target, signal: AbortSignal): Promise<Connection> {
    const { rules, secureContext } = this.#parts;
    const addresses = await this.#vettedAddresses(target, signal);
    if (this.#closed) throw new TransportClosed();
    const vetted = new Set(addresses.map(plainAddress));
    const permitsAddress = (address: string): boolean =>
      vetted.has(plainAddress(address)) && permitsAddresses(target, [address], rules);
    const socket = await dial({ target, addresses, secureContext, permitsAddress, signal });
    const connection = new Connection(target.origin, socket, this.#parts.responseLimitBytes);
    this.#open.add(connection);
    connection.onGone(() => this.#forget(connection));
    return connection;
  }

  async #vettedAddresses(target: Target, signal: AbortSignal): Promise<readonly string[]> {
    const literal = literalAddress(target);
    const addresses =
      literal === null ? await rejectOnAbort(this.#parts.lookup(target.host), signal) : [literal];
    if (addresses.length === 0) {
      throw new Error("the name has no address");
    }
    if (!permitsAddresses(target, addresses, this.#parts.rules)) {
      throw new ForbiddenAddress();
    }
    return addresses;
  }

  async #exchange(
    connection: Connection,
    target: Target,
    request: TransportRequest,
  ): Promise<ExchangeResult> {
    const abort = (): void => connection.destroy();
    request.signal.addEventListener("abort", abort, { once: true });
    try {
      const { body, transfer, headers = {} } = request;
      const permit = (): boolean => !this.#closed && !request.signal.aborted && request.permit();
      return await connection.exchange({ path: target.path, body, transfer, headers, permit });
    } finally {
      request.signal.removeEventListener("abort", abort);
      this.#keep(connection);
    }
  }

  #keep(connection: Connection): void {
    if (connection.open) {
      this.#idle.put(connection);
    } else {
      connection.destroy();
      this.#forget(connection);
    }
  }

  #forget(connection: Connection): void {
    this.#open.delete(connection);
    this.#idle.forget(connection);
  }
}

/** A permitted request is written, so from then on it may have arrived (ruling 17). */
const failures = {
  broken: "unreadable-answer",
  "not-permitted": "not-sent",
  unused: "unreachable",
} as const satisfies Record<string, TransportFailure>;

function resultOf(result: ExchangeResult, signal: AbortSignal): TransportResult {
  if (result.kind === "response") {
    return result;
  }
  if (signal.aborted) {
    return failure("timeout");
  }
  return failure(failures[result.kind]);
}

function reasonOf(error: unknown, signal: AbortSignal): TransportFailure {
  if (error instanceof TransportClosed) return "not-sent";
  if (error instanceof ForbiddenAddress) {
    return "forbidden-target";
  }
  return signal.aborted ? "timeout" : "unreachable";
}

function failure(reason: TransportFailure): TransportResult {
  return { kind: "failure", failure: reason };
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
