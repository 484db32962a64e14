import { setImmediate } from "node:timers/promises";
import { type HttpClient, type HttpRequest, type HttpResponse, ParleyError } from "@parley/core";
import type { Connection } from "../connection.ts";
import { ConnectionPool } from "../connection-pool.ts";
import { ForbiddenAddress } from "../dial.ts";
import { parseTarget, permitsAddresses, readTarget, type Target } from "../target-guard.ts";
import type { TransportParts } from "../undici-transport.ts";
import { Exchange, type WireAnswer } from "./exchange.ts";
import {
  brokenAnswer,
  forbiddenTarget,
  timedOut,
  tooManyRedirects,
  unreachable,
} from "./http-errors.ts";
import { type ReadHttpRequest, readHttpRequest } from "./read-http-request.ts";
import { type Hop, nextHop, redirectLimit } from "./redirects.ts";
import { StreamBody } from "./stream-body.ts";

/** Where a hop goes, and over whose connections. */
interface Route {
  readonly target: Target;
  readonly pool: ConnectionPool;
}

/** An answer, and the end of its body. */
interface Answered {
  readonly answer: WireAnswer;
  readonly ended: Promise<void>;
}

/**
 * `HttpClient` on connections that the address guard permitted. Connections of allowed origins are apart from the
 * others: a caller that may not go there must not get one that is already open.
 */
export class UndiciHttpClient implements HttpClient {
  readonly #parts: TransportParts;
  readonly #guarded: ConnectionPool;
  readonly #allowed: ConnectionPool;

  constructor(parts: TransportParts) {
    const { rules } = parts;
    this.#parts = parts;
    this.#guarded = new ConnectionPool({
      ...parts,
      permits: (target, addresses) => permitsAddresses(target, addresses, rules),
    });
    this.#allowed = new ConnectionPool({ ...parts, permits: () => true });
  }

  async request(given: HttpRequest): Promise<HttpResponse> {
    const request = readHttpRequest(given);
    try {
      return await this.#follow(request);
    } catch (error) {
      if (request.hop.body instanceof StreamBody) request.hop.body.cancel();
      throw error;
    }
  }

  /** Closes every connection. What is under way fails as `http-unreachable` or `http-answer-broken`. */
  close(): void {
    this.#guarded.close();
    this.#allowed.close();
  }

  async #follow(request: ReadHttpRequest): Promise<HttpResponse> {
    let hop = request.hop;
    for (let followed = 0; ; followed += 1) {
      const { target, pool } = this.#routeOf(hop);
      const sending = this.#send({ target, pool }, hop, request);
      const answer = await sending.catch((error: unknown) => {
        throw failureOf(error, request.signal, followed > 0);
      });
      const next = request.followsRedirects
        ? nextHop(hop, answer.status, answer.headers["location"])
        : null;
      if (next === null) return { ...answer, url: target.origin + target.path };
      await answer.body.cancel();
      if (followed === redirectLimit) throw tooManyRedirects();
      hop = next;
    }
  }

  #routeOf({ url, allowedOrigins }: Hop): Route {
    const isAllowed = allowedOrigins.has(parseTarget(url)?.origin ?? "");
    const target = isAllowed ? parseTarget(url) : readTarget(url, this.#parts.rules);
    if (target === null) throw forbiddenTarget();
    return { target, pool: isAllowed ? this.#allowed : this.#guarded };
  }

  /** Holds a slot of the origin until the answer's body has ended. */
  async #send(route: Route, hop: Hop, request: ReadHttpRequest): Promise<WireAnswer> {
    const { pool, target } = route;
    await pool.enter(target, request.signal);
    try {
      const { answer, ended } = await this.#answerOf(route, hop, request);
      void ended.then(() => {
        pool.leave(target);
        if (hop.body instanceof StreamBody) hop.body.cancel();
      });
      return answer;
    } catch (error) {
      pool.leave(target);
      throw error;
    }
  }

  /** Tries idle connections until one is still open. */
  async #answerOf(route: Route, hop: Hop, request: ReadHttpRequest): Promise<Answered> {
    const { pool, target } = route;
    for (let idle = pool.takeIdle(target); idle; idle = pool.takeIdle(target)) {
      // Node reads the socket first, so that its end is seen before the request is written.
      await setImmediate();
      const exchange = startExchange(idle, route, hop, request);
      const answer = await exchange.answer;
      if (answer !== null) return { answer, ended: exchange.ended };
    }
    const exchange = startExchange(await pool.connect(target, request.signal), route, hop, request);
    const answer = await exchange.answer;
    if (answer === null) throw new Error("the connection closed before it was used");
    return { answer, ended: exchange.ended };
  }
}

function startExchange(
  connection: Connection,
  { pool, target }: Route,
  { method, headers, body }: Hop,
  { limitBytes, signal }: ReadHttpRequest,
): Exchange {
  const onEnd = (): void => pool.keep(connection);
  const exchange = new Exchange({ connection, limitBytes, signal, onEnd });
  const fields = [...headers].flat();
  // undici accepts any iterable, although its types do not say so.
  const sent = body as Buffer | null;
  connection.dispatch(
    { path: target.path, method, headers: fields, body: sent },
    exchange,
    limitBytes,
  );
  return exchange;
}

/** After a redirect, an earlier origin has got the request. */
function failureOf(error: unknown, signal: AbortSignal, isRedirected: boolean): ParleyError {
  if (ParleyError.is(error)) return error;
  if (error instanceof ForbiddenAddress) return forbiddenTarget();
  if (signal.aborted) return timedOut(signal);
  return isRedirected ? brokenAnswer(error) : unreachable(error);
}
