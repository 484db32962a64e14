import { networkOf } from "@parley/core";
import { type Request, type RequestHandler, type Response, Router } from "express";
import type { ConsoleParts, SingleSignOnParts } from "../console-parts.ts";
import { isDatabaseUnavailable } from "../database/database-unavailable.ts";
import { methodNotAllowed, notFound, sendRefusal } from "../http/failure.ts";
import { browserOf } from "../http/guards.ts";
import type { SealedCookieOptions } from "./sealed-cookie.ts";

export type SingleSignOnRoutesParts = Pick<
  ConsoleParts,
  "keeper" | "people" | "live" | "linkLimit" | "singleSignOn" | "logger"
>;

/** Lax: the browser must send the ticket when the provider redirects it back. */
export const ticketCookie: SealedCookieOptions = {
  name: "parley.single_sign_on",
  path: "/console/api/auth/oidc",
  sameSite: "lax",
  lifetimeMs: 10 * 60 * 1_000,
};

/** Why the sign-in failed. The page reads it from its address. */
type Problem =
  | "sso-unreachable"
  | "sso-late"
  | "sso-cancelled"
  | "sso-failed"
  | "sso-busy"
  | "sso-away"
  | "unverified-email"
  | "not-admitted";

/** Where single sign-on begins. */
export function singleSignOnStart(parts: SingleSignOnRoutesParts): Router {
  const router = Router();
  router.route("/auth/oidc/start").get(withLimit(parts, start)).all(methodNotAllowed("GET"));
  return router;
}

/** The redirect target of the provider. Browsers arrive from another site, with a ticket from here. */
export function singleSignOnCallback(parts: SingleSignOnRoutesParts): Router {
  const router = Router();
  router.route("/auth/oidc/callback").get(withLimit(parts, finish)).all(methodNotAllowed("GET"));
  return router;
}

type Step = (
  parts: SingleSignOnRoutesParts,
  own: SingleSignOnParts,
  request: Request,
  response: Response,
) => Promise<Problem | null>;

function withLimit(parts: SingleSignOnRoutesParts, step: Step): RequestHandler {
  const { singleSignOn, linkLimit, logger } = parts;
  return async (request, response) => {
    if (singleSignOn === null) return sendRefusal(response, notFound);
    const key = networkOf(browserOf(request).address);
    const take = async (): Promise<Problem | null> => {
      const isBusy = (await linkLimit.take(key)) !== null;
      return isBusy ? "sso-busy" : step(parts, singleSignOn, request, response);
    };
    const problem = await take().catch(awayOrFailed);
    if (problem === null) return linkLimit.giveBack(key);
    logger.warn("a single sign-on failed", { problem });
    response.redirect(303, `/console/#/sign-in/${problem}`);
  };
}

/** The browser is navigating: a JSON answer would be shown to a person. */
function awayOrFailed(error: unknown): Problem {
  if (isDatabaseUnavailable(error)) return "sso-away";
  throw error;
}

const start: Step = async (parts, { flow, tickets }, _request, response) => {
  try {
    const { address, ticket } = await flow.begin();
    tickets.leave(response, ticket);
    response.redirect(303, address);
    return null;
  } catch (error) {
    tellCause(parts, error);
    return "sso-unreachable";
  }
};

const finish: Step = async (parts, { flow, tickets, admission }, request, response) => {
  const { people, keeper, live, logger } = parts;
  const ticket = tickets.read(request);
  tickets.clear(response);
  if (ticket === null) return "sso-late";
  if (request.query["error"] === "access_denied" && request.query["state"] === ticket.state) {
    return "sso-cancelled";
  }
  const identity = await flow.finish(queryOf(request), ticket).catch((error: unknown) => {
    tellCause(parts, error);
    return null;
  });
  if (identity === null) return "sso-failed";
  const known = (await people.list()).length;
  const answer = await admission.admit(identity);
  if (!answer.admitted) return answer.refusal;
  const session = await keeper.open(answer.accountId, browserOf(request));
  if (session === null) return "not-admitted";
  for (const cookie of session.cookies) response.append("Set-Cookie", cookie);
  logger.info("single sign-on signed in", { accountId: answer.accountId });
  if ((await people.list()).length !== known) {
    live.mention({ type: "account", data: { accountId: answer.accountId } });
  }
  response.redirect(303, "/console/");
  return null;
};

function queryOf(request: Request): string {
  return new URL(request.originalUrl, "http://console").search;
}

/** An error's message may contain an email or a token. Its code and the name of the wrong claim may not. */
function tellCause({ logger }: SingleSignOnRoutesParts, error: unknown): void {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  const claim = claimOf(error);
  logger.warn("the single sign-on provider could not be used", {
    cause: typeof code === "string" ? code : String(name ?? "unknown"),
    ...(claim !== null && { claim }),
  });
}

/** The library reports the claim in the last cause. */
function claimOf(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  const { claim, cause } = error as { readonly claim?: unknown; readonly cause?: unknown };
  return typeof claim === "string" ? claim : claimOf(cause);
}
