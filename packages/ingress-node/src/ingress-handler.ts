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
import { type BodyResult, holdBody, messageLimit, readBody, refuseBody } from "./request-body.ts";
import { refusalByHead } from "./request-head.ts";
import type { Route } from "./route.ts";
import { keepAfterHalfClose, earlierAnswersOf } from "./connections/answer-order.ts";
import { FairQueue } from "./connections/fair-queue.ts";
import {
  type AuthenticatedConnection,
  AuthenticatedConnections,
} from "./authenticated-connections.ts";

/** How long an authentication counts while a body arrives: as long as an inbox may cache a channel. */
const authenticationMs = 1_000;

/** One request to the ingress, and its response. */
export interface IngressRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** `null`: the path is neither endpoint's. */
  readonly route: Route | null;
  /** The channel that an earlier request of this connection with the same URL was authenticated for. */
  readonly pass: AuthenticatedChannel | null;
}

/** The options of an ingress, and the address of a request's client. */
export interface IngressHandlerOptions extends IngressOptions {
  readonly clientAddress: (request: IncomingMessage) => string | undefined;
}

/** Answers the two endpoints of §4 and every other path below the mount point (ruling 1). */
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

  /** The last authentication of the request's connection, when the request has the same URL. */
  connectionOf(request: IncomingMessage): AuthenticatedConnection | null {
    return this.#passes.of(request);
  }

  /** Never rejects: an error is logged and answered with 500 or 503. */
  async answer(exchange: IngressRequest): Promise<void> {
    const { request, response, route } = exchange;
    keepAfterHalfClose(response);
    const release = holdBody(request);
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
      else {
        const reading = readBody(request, messageLimit);
        release();
        await this.#takeMessage(exchange, route, await reading, pass, admittedAt);
      }
    } catch (error) {
      logFailure(this.#options.logger, "ingress request failed", error);
      answerFailure(response, refusalFor(error));
    } finally {
      release();
    }
  }

  /** Reuses the connection's authentication while it is valid. */
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

  /** Every unknown path and secret gets the same answer (ruling 1): 404, or 429 past the limit of the address. */
  async #refuseStranger({ request, response }: IngressRequest): Promise<void> {
    const claimed = this.#options.clientAddress(request);
    const address = clientAddress(claimed, request.socket.remoteAddress);
    const limited = await this.#limits.stranger?.(networkOf(address));
    sendRefusal(response, limited ?? refuse("notFound"));
  }

  async #answerStatus(pass: AuthenticatedChannel, response: ServerResponse): Promise<void> {
    sendAnswer(response, 200, String(await this.#inbox.status(pass)));
  }

  /** `admittedAt`: instant of the authentication, by `performance.now()`. */
  async #takeMessage(
    exchange: IngressRequest,
    route: Route,
    body: BodyResult,
    admitted: AuthenticatedChannel,
    admittedAt: number,
  ): Promise<void> {
    const { request, response } = exchange;
    if (!body.ok) {
      return refuseBody(request, response, body.refusal);
    }
    if (body.bytes === null) {
      return;
    }
    const isFresh = performance.now() - admittedAt <= authenticationMs;
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

/** Values of `Allow`. `HEAD` on the status is `GET` without its body. */
const allowedMethods = { message: "POST", status: "GET, HEAD" } as const;

/** Only the shape of the path decides (ruling 1). */
function refusalByMethod({ endpoint }: Route, { method = "" }: IncomingMessage): Refusal | null {
  if (allowedMethods[endpoint].split(", ").includes(method)) return null;
  return refuse("methodNotAllowed", { allow: allowedMethods[endpoint] });
}

/** A retryable error happened before the inbox got the message, so the client may retry. Any other one is a bug. */
function refusalFor(error: unknown): Refusal {
  const passing = ParleyError.is(error) && error.retryable;
  return passing ? refuse("overloaded", { retryAfterSeconds: 1 }) : refuse("internal");
}
