import { type Logger, type Refusal, refusalBody, refuse } from "@parley/core";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import { isDatabaseUnavailable } from "../database/database-unavailable.ts";

const unchanged = "Nothing was changed.";

/** Errors of the console alone; the others are in core's table. Codes are status × 100 + 90 and up. */
export const consoleRefusals = Object.freeze({
  wrongCredentials: own(40191, "The email or the password is wrong."),
  wrongPassword: own(40393, `The current password is wrong. ${unchanged}`),
  foreignOrigin: own(
    40391,
    `The request comes from another site, or the console was opened at a different URL than the one configured. ${unchanged}`,
  ),
  adminsOnly: own(40392, `Only an admin may do this. ${unchanged}`),
  deadLink: own(40491, "This link is invalid or has expired. Ask an admin for a new one."),
  movedAway: own(40492, "Another agent app answers this conversation."),
  lastAdmin: own(40991, `This is the last admin who can sign in. ${unchanged}`),
  emailTaken: own(40992, `An account with this email already exists. ${unchanged}`),
  noPassword: own(
    40993,
    `This account has no password: an admin can make a link to set one. ${unchanged}`,
  ),
  accountDisabled: own(40994, `This account is disabled. ${unchanged}`),
  tooManyDrafts: own(40995, `There are 200 drafts already. ${unchanged}`),
  shortcutTaken: own(40997, `Another reply has this shortcut. ${unchanged}`),
  tooManyReplies: own(40998, `No more than 200 replies are possible. ${unchanged}`),
  bodyTooLarge: own(41391, `The body must not be larger than 64 KiB. ${unchanged}`),
  tooManyAttempts: own(42991, "Too many attempts. Wait a little, then try again."),
  databaseAway: {
    ...own(
      50391,
      "The gateway's database is not available at the moment. Try again in a little while.",
    ),
    retryAfterSeconds: 1,
  },
}) satisfies Readonly<Record<string, Refusal>>;

export const signedOut = refuse("unauthorized", { detail: "Sign in first" });
export const notFound = refuse("notFound");
export const unknownConversation = refuse("unknownConversation");
export const notOwner = refuse("notOwner");
export const unknownChannel = refuse("unknownChannel");
export const unknownDelivery = refuse("unknownDelivery");
export const stopping = refuse("overloaded");

const notPlain: Refusal = {
  ...refuse("contentEncoding"),
  message: `The body must be JSON in UTF-8, without Content-Encoding. ${unchanged}`,
};

/** `expected` names the field and the rule, never the value. */
export function invalidRequest(field: string, expected: string): Refusal {
  return refuse("invalidRequest", { field, detail: expected });
}

/** Sends the refusal's status, headers and body. */
export function sendRefusal(response: Response, refusal: Refusal): void {
  const { httpStatus, retryAfterSeconds, allow } = refusal;
  if (retryAfterSeconds !== undefined) response.setHeader("Retry-After", String(retryAfterSeconds));
  if (allow !== undefined) response.setHeader("Allow", allow);
  response.status(httpStatus).json(refusalBody(refusal));
}

/** For a known path with an unsupported method. */
export function methodNotAllowed(allow: string): RequestHandler {
  return (_request, response) => sendRefusal(response, refuse("methodNotAllowed", { allow }));
}

/** Answers for errors thrown by routes. The client learns nothing about the error. */
export function failureHandler(logger: Logger) {
  return (error: unknown, request: Request, response: Response, next: NextFunction): void => {
    if (response.headersSent) return next(error);
    const expected = refusalOf(error);
    if (expected !== null) return sendRefusal(response, expected);
    const isAway = isDatabaseUnavailable(error);
    const facts = { method: request.method, error: nameOf(error) };
    if (isAway) logger.warn("a console request failed: the database is not available", facts);
    else logger.error("a console request failed", facts);
    sendRefusal(response, isAway ? awayFor(request.method) : refuse("internal"));
  };
}

/** A request that only reads cannot be half done. */
function awayFor(method: string): Refusal {
  const { databaseAway } = consoleRefusals;
  if (method === "GET" || method === "HEAD") return databaseAway;
  const message = `${databaseAway.message} It is unknown whether anything was changed.`;
  return { ...databaseAway, message };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

/** Errors that Express and its body parser throw for a bad request. */
function refusalOf(error: unknown): Refusal | null {
  if (error instanceof URIError) return notFound;
  const type = (error as { readonly type?: unknown } | null)?.type;
  if (type === "entity.too.large") return consoleRefusals.bodyTooLarge;
  if (type === "encoding.unsupported" || type === "charset.unsupported") return notPlain;
  return typeof type === "string" ? invalidRequest("body", "A JSON object is expected") : null;
}

function own(code: number, message: string): Refusal {
  return { httpStatus: Math.floor(code / 100), code, message };
}
