import { setImmediate } from "node:timers/promises";
import type { SecureContext } from "node:tls";
import {
  type Transport,
  type TransportFailure,
  type TransportRequest,
  type TransportResult,
} from "@parley/core";
import type { Connection } from "./connection.ts";
import { ConnectionPool, type Permits, PoolClosed } from "./connection-pool.ts";
import { ForbiddenAddress } from "./dial.ts";
import type { Lookup } from "./host-resolver.ts";
import type { ExchangeResult } from "./response-reader.ts";
import { type GuardRules, permitsAddresses, type Target } from "./target-guard.ts";
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

/**
 * `Transport` on undici clients with sockets that the address guard permitted. Undici's `Agent` does not fit, even with
 * a guarded `connect`: it does not stop connecting at the request's deadline, and has no common limit of idle
 * connections over all origins.
 */
export class UndiciTransport implements Transport {
  readonly #targets: TargetCache;
  readonly #pool: ConnectionPool;
  readonly #responseLimitBytes: number;

  constructor(parts: TransportParts) {
    const { rules } = parts;
    this.#targets = new TargetCache(rules);
    const permits: Permits = (target, addresses) => permitsAddresses(target, addresses, rules);
    this.#pool = new ConnectionPool({ ...parts, permits });
    this.#responseLimitBytes = parts.responseLimitBytes;
  }

  async post(request: TransportRequest): Promise<TransportResult> {
    const target = this.#targets.read(request.url);
    if (target === null) {
      return failure("forbidden-target");
    }
    if (this.#pool.closed) {
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
    this.#pool.close();
  }

  async #postTo(target: Target, request: TransportRequest): Promise<ExchangeResult> {
    await this.#pool.enter(target, request.signal);
    try {
      return await this.#postInSlot(target, request);
    } finally {
      this.#pool.leave(target);
    }
  }

  /**
   * Tries idle connections until one is still open. The wait lets Node read each socket first, so that its end, or an
   * answer without a request, is seen before the request is written.
   */
  async #postInSlot(target: Target, request: TransportRequest): Promise<ExchangeResult> {
    for (let idle = this.#pool.takeIdle(target); idle; idle = this.#pool.takeIdle(target)) {
      await setImmediate();
      const result = await this.#exchange(idle, target, request);
      if (result.kind !== "unused" || request.signal.aborted) {
        return result;
      }
    }
    return this.#exchange(await this.#pool.connect(target, request.signal), target, request);
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
      const permit = (): boolean =>
        !this.#pool.closed && !request.signal.aborted && request.permit();
      const exchange = { path: target.path, body, transfer, headers, permit };
      return await connection.exchange(exchange, this.#responseLimitBytes);
    } finally {
      request.signal.removeEventListener("abort", abort);
      this.#pool.keep(connection);
    }
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
  if (error instanceof PoolClosed) return "not-sent";
  if (error instanceof ForbiddenAddress) {
    return "forbidden-target";
  }
  return signal.aborted ? "timeout" : "unreachable";
}

function failure(reason: TransportFailure): TransportResult {
  return { kind: "failure", failure: reason };
}
