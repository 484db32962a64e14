import { clientAddress } from "@parley/core";
import type { Request, RequestHandler, Response } from "express";
import type { Account, AccountSession, Browser } from "../accounts/accounts.ts";
import type { ConsoleParts } from "../console-parts.ts";
import { consoleRefusals, sendRefusal, signedOut } from "./failure.ts";
import { isLoopback } from "./loopback.ts";

/**
 * Lets through what comes from the console's own pages, or from no page at all (curl). A browser sends `Origin` with
 * every request that changes something, so that another site cannot use an agent's cookie. The request's own `Host`
 * proves nothing: a foreign name can be given this machine's address.
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

/** Lets through whoever is signed in; everybody else gets 401. */
export function signedInOnly({
  accounts,
  presence,
  sessions,
}: Pick<ConsoleParts, "accounts" | "presence" | "sessions">): RequestHandler {
  return async (request, response, next) => {
    const session = await accounts.find(request.headers.cookie);
    // Once more, as late as can be: looking it up took its time, in which it may have ended.
    const role = session === null ? null : await sessions.roleOf(session.id);
    if (session === null || role === null) return sendRefusal(response, signedOut);
    for (const cookie of session.cookies) response.append("Set-Cookie", cookie);
    sessionsOf.set(response, { ...session, account: { ...session.account, role } });
    await Promise.all([sessions.see(session.id), presence.see(session.account.id)]);
    next();
  };
}

/** Behind `signedInOnly`: lets through admins; an agent gets 403. */
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

/** Who asks, as far as an address and a browser's own words tell. */
export function browserOf(request: Request): Browser {
  const address = clientAddress(request.ip, request.socket.remoteAddress);
  return { address, userAgent: request.get("user-agent") ?? "" };
}
