import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type AcceptContext,
  type AuthenticatedChannel,
  clientAddress,
  type Inbox,
  networkOf,
  ParleyError,
  type Refusal,
  refuse,
} from "@parley/core";
import { sendAnswer, sendOk, sendRefusal } from "./answer.ts";
import type { IngressOptions } from "./ingress-options.ts";
import { type RateLimits, rateLimits } from "./rate-limits.ts";
import { answerFailure, logFailure } from "./failed-exchange.ts";
import { messageLimit, readBody, refuseBody } from "./request-body.ts";
import { refusalByHead } from "./request-head.ts";
import { allowedMethods, allowsMethod, type Route } from "./route.ts";
import { keepAfterHalfClose, earlierAnswersOf } from "./connections/answer-order.ts";
import { FairQueue } from "./connections/fair-queue.ts";
import {
  type AuthenticatedConnection,
  AuthenticatedConnections,
} from "./authenticated-connections.ts";

/** How long a pass is good for while a body is on its way: as old as what an inbox knows of a channel may be. */
const passMs = 1_000;

/** One request for us, and where its answer goes. */
export interface IngressRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** `null`: the path has neither shape. */
  readonly route: Route | null;
  /** What an earlier request over this connection, that named the same, was let in by. */
  readonly pass: AuthenticatedChannel | null;
}

/** A host's options, and how a request's client is told from others. */
export interface IngressHandlerOptions extends IngressOptions {
  readonly clientAddress: (request: IncomingMessage) => string | undefined;
}

/** Answers the two endpoints of §4, and everything else below their address (ruling 1). */
export class IngressHandler {
  readonly #inbox: Inbox;
  readonly #options: IngressHandlerOptions;
  readonly #queue = new FairQueue();
  readonly #limits: RateLimits;
  readonly #passes = new AuthenticatedConnections();

  constructor(inbox: Inbox, options: IngressHandlerOptions) {
    this.#inbox = inbox;
    this.#options = { ...options };
    this.#limits = rateLimits(options);
  }

  /** The last visit over the request's connection, when the request names the same. */
  passOf(request: IncomingMessage): AuthenticatedConnection | null {
    return this.#passes.of(request);
  }

  /** Never rejects: trouble inside is a 500 or 503, and is logged. */
  async answer(exchange: IngressRequest): Promise<void> {
    const { request, response, route } = exchange;
    keepAfterHalfClose(response);
    try {
      const ahead = earlierAnswersOf(response);
      if (ahead !== null) await ahead;
      const unfit = refusalByHead(request);
      if (unfit !== null) return refuseBody(request, response, unfit);
      if (route === null) return await this.#refuseStranger(exchange);
      const barred = refusalByMethod(route, request);
      if (barred !== null) return sendRefusal(response, barred);
      const entering = this.#admit(exchange, route);
      const pass = entering instanceof Promise ? await entering : entering;
      if (pass === null) return await this.#refuseStranger(exchange);
      const admittedAt = performance.now();
      const { key } = pass.channel;
      const turn = this.#queue.enter(key, request);
      const crowded = turn instanceof Promise ? await turn : turn;
      if (request.socket.destroyed) return;
      if (crowded !== null) return sendRefusal(response, crowded);
      const limiting = this.#limits.channel?.(key);
      const limited = limiting === undefined ? null : await limiting;
      if (limited !== null) return sendRefusal(response, limited);
      if (route.endpoint === "status") await this.#answerStatus(pass, response);
      else await this.#takeMessage(exchange, route, pass, admittedAt);
    } catch (error) {
      logFailure(this.#options.logger, "ingress request failed", error);
      answerFailure(response, refusalFor(error));
    }
  }

  /** By the pass that the connection has, as long as it counts. */
  #admit(
    { pass, request }: IngressRequest,
    route: Route,
  ): AuthenticatedChannel | Promise<AuthenticatedChannel | null> {
    const renewed = pass === null ? null : this.#inbox.renew(pass);
    return renewed ?? this.#authenticate(route, request);
  }

  async #authenticate(
    route: Route,
    request: IncomingMessage,
  ): Promise<AuthenticatedChannel | null> {
    const { names } = route;
    if (names === null) return null;
    const pass = await this.#inbox
      .authenticate(names.channelId, names.channelSecret)
      .catch(unreadable);
    if (pass !== null) this.#passes.keep(request, route, pass);
    return pass;
  }

  /** Whatever is unknown gets one answer (ruling 1): 404, or 429 once this address has had too many of them. */
  async #refuseStranger({ request, response }: IngressRequest): Promise<void> {
    const claimed = this.#options.clientAddress(request);
    const address = clientAddress(claimed, request.socket.remoteAddress);
    const limited = await this.#limits.stranger?.(networkOf(address));
    sendRefusal(response, limited ?? refuse("notFound"));
  }

  async #answerStatus(pass: AuthenticatedChannel, response: ServerResponse): Promise<void> {
    sendAnswer(response, 200, String(await this.#inbox.status(pass)));
  }

  /** `admittedAt`: when the pass was given, by `performance.now()`. */
  async #takeMessage(
    exchange: IngressRequest,
    route: Route,
    admitted: AuthenticatedChannel,
    admittedAt: number,
  ): Promise<void> {
    const { request, response } = exchange;
    const body = await readBody(request, messageLimit);
    if (!body.ok) {
      return refuseBody(request, response, body.refusal);
    }
    if (body.bytes === null) {
      return;
    }
    const isFresh = performance.now() - admittedAt <= passMs;
    const pass = isFresh ? admitted : await this.#admit({ ...exchange, pass: admitted }, route);
    if (pass === null) return this.#refuseStranger(exchange);
    const answer = await this.#inbox.accept(pass, body.bytes, this.#contextOf(request));
    if (!answer.accepted) {
      return sendRefusal(response, answer.refusal);
    }
    const { warnings } = answer;
    if (warnings.length === 0) return sendOk(response);
    sendAnswer(response, 200, JSON.stringify({ result: "ok", warnings }));
  }

  #contextOf({ headers }: IncomingMessage): AcceptContext {
    const { "content-type": contentType = null, traceparent: traceParent } = headers;
    const isTrusted = this.#options.trustTraceParent === true;
    return isTrusted && typeof traceParent === "string"
      ? { contentType, traceParent }
      : { contentType };
  }
}

function unreadable(cause: unknown): never {
  const why = "The channel could not be read.";
  throw new ParleyError("channel-unreadable", why, { retryable: true, cause });
}

/** By the shape of the path alone (ruling 1). */
function refusalByMethod({ endpoint }: Route, { method }: IncomingMessage): Refusal | null {
  if (allowsMethod(endpoint, method)) return null;
  return refuse("methodNotAllowed", { allow: allowedMethods[endpoint] });
}

/** Trouble before anything was handed to the inbox is worth a retry; the rest nobody foresaw. */
function refusalFor(error: unknown): Refusal {
  const passing = ParleyError.is(error) && error.retryable;
  return passing ? refuse("overloaded", { retryAfterSeconds: 1 }) : refuse("internal");
}
