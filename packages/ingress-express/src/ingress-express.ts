import {
  type AcceptContext,
  type ChannelPass,
  type Inbox,
  type Logger,
  ParleyError,
  type Refusal,
  refuse,
} from "@parley/core";
import type { Request, RequestHandler, Response } from "express";
import { sendAnswer, sendRefusal } from "./answer.ts";
import { type Count, type RateLimitOptions, rateLimits } from "./rate-limits.ts";
import { readBody, refusalByHeaders, refuseBody } from "./request-body.ts";
import { refusalByHead } from "./request-head.ts";
import { allowedMethods, allowsMethod, readRoute, type Route } from "./route.ts";

/** What a host may set about the way in. */
export interface IngressOptions extends RateLimitOptions {
  /** Told of failures that the visitor's side gets a 500 or 503 for. Default: nobody. */
  readonly logger?: Pick<Logger, "error">;
  /**
   * Whether a request's W3C `traceparent` is passed to observers. Only for a host whose proxy writes or drops the
   * header: anybody can send one. Default `false`.
   */
  readonly trustTraceParent?: boolean;
}

interface Ingress {
  readonly inbox: Inbox;
  readonly limits: { readonly channel: Count; readonly stranger: Count };
  readonly trustTraceParent: boolean;
}

/**
 * The two endpoints of §4 as a handler to mount at `{base_url}`, before any body parser: `app.use("/chat", …)`.
 * It answers every path below its mount point and never calls `next`.
 */
export const ingressExpress = (inbox: Inbox, options: IngressOptions = {}): RequestHandler => {
  const { trustTraceParent = false } = options;
  const ingress: Ingress = { inbox, limits: rateLimits(options), trustTraceParent };
  return async (request, response) => {
    try {
      await handle(ingress, request, response);
    } catch (error) {
      options.logger?.error("ingress request failed", { code: codeOf(error) });
      if (response.headersSent) {
        response.destroy();
      } else {
        sendRefusal(response, refusalFor(error));
      }
    }
  };
};

async function handle(ingress: Ingress, request: Request, response: Response): Promise<void> {
  const unfit = refusalByHead(request);
  if (unfit !== null) {
    return refuseBody(request, response, unfit);
  }
  const route = readRoute(request.path);
  if (route === null) {
    return refuseStranger(ingress, request, response);
  }
  if (!allowsMethod(route.endpoint, request.method)) {
    return sendRefusal(
      response,
      refuse("methodNotAllowed", { allow: allowedMethods[route.endpoint] }),
    );
  }
  const pass = await enter(ingress.inbox, route);
  if (pass === null) {
    return refuseStranger(ingress, request, response);
  }
  const limited = await ingress.limits.channel(pass.channel.key);
  if (limited !== null) {
    return sendRefusal(response, limited);
  }
  return route.endpoint === "status"
    ? answerStatus(ingress, pass, response)
    : takeMessage(ingress, pass, request, response);
}

async function enter(inbox: Inbox, { names }: Route): Promise<ChannelPass | null> {
  try {
    return names === null ? null : await inbox.enter(names.channelId, names.randomString);
  } catch (cause) {
    throw new ParleyError("channel-unreadable", "The channel could not be read.", {
      retryable: true,
      cause,
    });
  }
}

/** Whatever is unknown gets one answer (ruling 1): 404, or 429 once this address has had too many of them. */
async function refuseStranger(
  { limits }: Ingress,
  request: Request,
  response: Response,
): Promise<void> {
  const limited: Refusal | null = await limits.stranger(request.ip ?? "");
  sendRefusal(response, limited ?? refuse("notFound"));
}

async function answerStatus(
  { inbox }: Ingress,
  pass: ChannelPass,
  response: Response,
): Promise<void> {
  sendAnswer(response, 200, String(await inbox.status(pass)));
}

async function takeMessage(
  { inbox, trustTraceParent }: Ingress,
  pass: ChannelPass,
  request: Request,
  response: Response,
): Promise<void> {
  const early = refusalByHeaders(request);
  const body = early === null ? await readBody(request) : { ok: false as const, refusal: early };
  if (!body.ok) {
    return refuseBody(request, response, body.refusal);
  }
  if (body.bytes === null) {
    return;
  }
  const context = contextOf(request, trustTraceParent);
  const answer = await inbox.accept(pass, body.bytes, context);
  if (!answer.accepted) {
    return sendRefusal(response, answer.refusal);
  }
  const { warnings } = answer;
  sendAnswer(
    response,
    200,
    JSON.stringify(warnings.length === 0 ? { result: "ok" } : { result: "ok", warnings }),
  );
}

function contextOf({ headers }: Request, trustTraceParent: boolean): AcceptContext {
  const { "content-type": contentType = null, traceparent: traceParent } = headers;
  if (!trustTraceParent || typeof traceParent !== "string") return { contentType };
  return { contentType, traceParent };
}

/** Trouble before anything was handed to the inbox is worth a retry; the rest nobody foresaw. */
function refusalFor(error: unknown): Refusal {
  const passing = ParleyError.is(error) && error.retryable;
  return passing ? refuse("overloaded", { retryAfterSeconds: 1 }) : refuse("internal");
}

function codeOf(error: unknown): string {
  if (ParleyError.is(error)) {
    return error.code;
  }
  return error instanceof Error ? error.name : "unknown";
}
