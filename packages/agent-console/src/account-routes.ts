import { type Request, type RequestHandler, type Response, Router } from "express";
import type { Accounts } from "./accounts.ts";
import type { EventStreams } from "./event-streams.ts";
import { consoleRefusals, invalidRequest, methodNotAllowed, sendRefusal } from "./failure.ts";
import { accountOf, sessionOf } from "./guards.ts";
import type { LiveEvents } from "./live-events.ts";
import { PasswordChecks } from "./password-checks.ts";
import type { Presence } from "./presence.ts";
import { fieldsOf, readBody } from "./request-body.ts";
import type { SignInLimit } from "./sign-in-limit.ts";

export interface AccountRoutesParts {
  readonly accounts: Accounts;
  readonly presence: Presence;
  readonly live: LiveEvents;
  readonly streams: EventStreams;
  readonly limit: SignInLimit;
  readonly checks: PasswordChecks;
  readonly signedIn: RequestHandler;
}

/** Signing in and out, who I am, and whether I am available. */
export function accountRoutes(parts: AccountRoutesParts): Router {
  const { accounts, presence, live, streams, signedIn } = parts;
  const router = Router();

  const choose = (accountId: string, available: boolean): void => {
    presence.choose(accountId, available);
    const anyAvailable = presence.isAnyAvailable();
    live.publish({ type: "presence", data: { accountId, available, anyAvailable } });
  };

  router
    .route("/auth/sign-in/email")
    .post(readBody, (request, response) => signIn(parts, request, response))
    .all(methodNotAllowed("POST"));

  router
    .route("/auth/sign-out")
    .post(signedIn, async (request, response) => {
      const { id, account } = sessionOf(response);
      const cookies = await accounts.signOut(request.headers.cookie);
      choose(account.id, false);
      streams.endOf(id);
      response.removeHeader("Set-Cookie");
      for (const cookie of cookies) response.append("Set-Cookie", cookie);
      response.status(200).json({ signedOut: true });
    })
    .all(methodNotAllowed("POST"));

  router
    .route("/me")
    .get(signedIn, (_request, response) => {
      const account = accountOf(response);
      response.json({ account, available: presence.isAvailable(account.id) });
    })
    .all(methodNotAllowed("GET"));

  router
    .route("/presence")
    .get(signedIn, (_request, response) => {
      response.json({ available: presence.isAvailable(accountOf(response).id) });
    })
    .put(signedIn, readBody, (request, response) => {
      const { available } = fieldsOf(request);
      if (typeof available !== "boolean") {
        return sendRefusal(response, invalidRequest("available", "true or false is expected"));
      }
      choose(accountOf(response).id, available);
      response.json({ available });
    })
    .all(methodNotAllowed("GET, PUT"));

  return router;
}

async function signIn(
  parts: AccountRoutesParts,
  request: Request,
  response: Response,
): Promise<void> {
  const { email, password } = fieldsOf(request);
  if (typeof email !== "string" || typeof password !== "string") {
    return sendRefusal(
      response,
      invalidRequest("body", "email and password are expected, as text"),
    );
  }
  const address = request.ip ?? "unknown";
  const refuse = (retryAfterSeconds: number): void =>
    sendRefusal(response, { ...consoleRefusals.tooManyAttempts, retryAfterSeconds });
  const waitSeconds = await parts.limit.take(address, email);
  if (waitSeconds !== null) return refuse(waitSeconds);
  const check = parts.checks.run(() => parts.accounts.signIn({ email, password }, address));
  if (check === null) {
    await parts.limit.giveBack(address, email);
    return refuse(PasswordChecks.retryAfterSeconds);
  }
  const session = await check;
  if (session === null) return sendRefusal(response, consoleRefusals.wrongCredentials);
  await parts.limit.giveBack(address, email);
  for (const cookie of session.cookies) response.append("Set-Cookie", cookie);
  const { account } = session;
  response.json({ account, available: parts.presence.isAvailable(account.id) });
}
