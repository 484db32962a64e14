import { type DeadLetters, type Logger, ParleyError, refuse } from "@parley/core";
import express, { type ErrorRequestHandler, type Router } from "express";
import { sendRefusal } from "./answer.ts";
import { bearerToken } from "./bearer-token.ts";
import { type ChannelPorts, channelRoutes } from "./channel-routes.ts";
import { deadLetterRoutes } from "./dead-letter-routes.ts";
import { refusalOfRequest } from "./request-error.ts";

/** What the admin API calls; a gateway has them all. */
export interface AdminPorts extends ChannelPorts {
  readonly deadLetters: DeadLetters;
}

/** What a host must say about its admin API. */
export interface AdminOptions {
  /** The bearer token of every request; not empty, and better long: nothing else guards this API. */
  readonly token: string;
  /** Where the ingress is mounted, as the world sees it: `https://chat.example.com/chat`. */
  readonly publicUrl: string;
  /** Told of failures inside, by code and without words. Default: nobody. */
  readonly logger?: Pick<Logger, "error">;
}

/**
 * The admin API as a router, to mount at `/admin/v1`. It answers every path below its mount point.
 * @throws ParleyError `invalid-option` for an empty token or a `publicUrl` that is none
 */
export const adminExpress = (ports: AdminPorts, options: AdminOptions): Router => {
  const { token, publicUrl, logger } = options;
  if (token === "") {
    throw new ParleyError("invalid-option", "The admin token must not be empty.");
  }
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use(bearerToken(token));
  router.use(express.json({ type: () => true, inflate: false, limit: "64kb" }));
  channelRoutes(router, ports, readPublicUrl(publicUrl));
  deadLetterRoutes(router, ports.deadLetters);
  router.use((_request, response) => sendRefusal(response, refuse("notFound")));
  router.use(errorAnswer(logger));
  return router;
};

function readPublicUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "") {
    throw new ParleyError(
      "invalid-option",
      "publicUrl must be an http(s) URL without query and fragment.",
    );
  }
  return url.href.replace(/\/+$/, "");
}

function errorAnswer(logger: AdminOptions["logger"]): ErrorRequestHandler {
  return (error: unknown, _request, response, _next) => {
    const refusal = refusalOfRequest(error);
    if (refusal === null) {
      const code = ParleyError.is(error)
        ? error.code
        : error instanceof Error
          ? error.name
          : "unknown";
      logger?.error("admin request failed", { code });
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    sendRefusal(response, refusal ?? refuse("internal"));
  };
}
