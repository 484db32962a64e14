import { clientAddress } from "@parley/core";
import type { Request, RequestHandler, Response } from "express";
import type { Account, AccountSession, Browser } from "../accounts/accounts.ts";
import type { ConsoleParts } from "../console-parts.ts";
import { consoleRefusals, sendRefusal, signedOut } from "./failure.ts";
import { isLoopback } from "./loopback.ts";

/**
 * Accepts requests from the console's own pages, and requests without `Origin` (curl). Browsers send `Origin` with
 * every request that changes something, so another site cannot use an agent's cookie. Do not trust `Host`: DNS
 * rebinding can point a foreign name at this machine.
 */
export function sameOriginOnly(baseUrl: string): RequestHandler {
  const own = new URL(baseUrl);
  return (request, response, next) => {
    if (isSameOrigin(request, own)) next();
    else sendRefusal(response, consoleRefusals.foreignOrigin);
  };
}

function isSameOrigin(request: Request, own: URL): boolean {
  const site = request.get("sec-fetch-site");
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  const origin = request.get("origin");
  if (origin === undefined || origin === own.origin) return true;
  const from = URL.parse(origin);
  if (from === null || !isLoopback(from) || !isLoopback(own)) return false;
  return from.protocol === own.protocol && from.port === own.port;
}

const sessionsOf = new WeakMap<Response, AccountSession>();

/** Requires a session; answers 401 without one. */
export function signedInOnly({
  accounts,
  presence,
  sessions,
}: Pick<ConsoleParts, "accounts" | "presence" | "sessions">): RequestHandler {
  return async (request, response, next) => {
    const session = await accounts.find(request.headers.cookie);
    // The session may have ended during the look-up, so check it again as late as possible.
    const role = session === null ? null : await sessions.roleOf(session.id);
    if (session === null || role === null) return sendRefusal(response, signedOut);
    for (const cookie of session.cookies) response.append("Set-Cookie", cookie);
    sessionsOf.set(response, { ...session, account: { ...session.account, role } });
    await Promise.all([sessions.see(session.id), presence.see(session.account.id)]);
    next();
  };
}

/** Requires an admin; answers 403 to an agent. Must follow `signedInOnly`. */
export const adminsOnly: RequestHandler = (_request, response, next) => {
  if (accountOf(response).role === "admin") next();
  else sendRefusal(response, consoleRefusals.adminsOnly);
};

/** The session that `signedInOnly` found. */
export function sessionOf(response: Response): AccountSession {
  const session = sessionsOf.get(response);
  if (session === undefined) throw new Error("the route is not behind signedInOnly");
  return session;
}

/** The agent that `signedInOnly` found. */
export function accountOf(response: Response): Account {
  return sessionOf(response).account;
}

/** Client address and `User-Agent` of a request. */
export function browserOf(request: Request): Browser {
  const address = clientAddress(request.ip, request.socket.remoteAddress);
  return { address, userAgent: request.get("user-agent") ?? "" };
}
