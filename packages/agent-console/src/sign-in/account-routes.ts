import { type Request, type RequestHandler, type Response, Router } from "express";
import type { AccountSession } from "../accounts/accounts.ts";
import type { ConsoleParts } from "../console-parts.ts";
import { consoleRefusals, invalidRequest, methodNotAllowed, sendRefusal } from "../http/failure.ts";
import { accountOf, browserOf, sessionOf } from "../http/guards.ts";
import { viewOfMe } from "../accounts/me-view.ts";
import { PasswordChecks } from "./password-checks.ts";
import type { PresenceChoice } from "../accounts/presence.ts";
import { fieldsOf } from "../http/request-body.ts";

export type AccountRoutesParts = Pick<
  ConsoleParts,
  | "accounts"
  | "people"
  | "presence"
  | "sessionEnds"
  | "signInLimit"
  | "knownBrowsers"
  | "checks"
  | "singleSignOn"
>;

/** Routes to sign in and out, to read the own account, and to set availability. */
export function accountRoutes(parts: AccountRoutesParts, signedIn: RequestHandler): Router {
  const { accounts, presence, sessionEnds, singleSignOn } = parts;
  const router = Router();

  router
    .route("/auth/ways")
    .get((_request, response) => {
      const label = singleSignOn?.label;
      response.json({ singleSignOn: label === undefined ? null : { label } });
    })
    .all(methodNotAllowed("GET"));

  router
    .route("/auth/sign-in/email")
    .post((request, response) => signIn(parts, request, response))
    .all(methodNotAllowed("POST"));

  router
    .route("/auth/sign-out")
    .post(signedIn, async (request, response) => {
      const { id, account } = sessionOf(response);
      const cookies = await accounts.signOut(request.headers.cookie);
      await sessionEnds.ended(account.id, id);
      response.removeHeader("Set-Cookie");
      for (const cookie of cookies) response.append("Set-Cookie", cookie);
      response.status(200).json({ signedOut: true });
    })
    .all(methodNotAllowed("POST"));

  router
    .route("/presence")
    .get(signedIn, async (_request, response) => {
      response.json(await presence.viewOf(accountOf(response).id));
    })
    .put(signedIn, async (request, response) => {
      const choice = readChoice(fieldsOf(request));
      if (typeof choice === "string") {
        return sendRefusal(response, invalidRequest(choice, "true or false is expected"));
      }
      response.json(await sessionEnds.choosePresence(accountOf(response).id, choice));
    })
    .all(methodNotAllowed("GET, PUT"));

  return router;
}

/** Returns the choice, or the name of the invalid field. At least one field is required. */
function readChoice({
  available,
  withoutPage,
}: Readonly<Record<string, unknown>>): PresenceChoice | string {
  const isChoice = (value: unknown) => value === undefined || typeof value === "boolean";
  if (!isChoice(available)) return "available";
  if (!isChoice(withoutPage)) return "withoutPage";
  if (available === undefined && withoutPage === undefined) return "available";
  return {
    ...(typeof available === "boolean" && { available }),
    ...(typeof withoutPage === "boolean" && { withoutPage }),
  };
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
      invalidRequest("body", "email and password are expected, as strings"),
    );
  }
  const browser = browserOf(request);
  const { signInLimit, knownBrowsers } = parts;
  const tried = {
    address: browser.address,
    email,
    known: await knownBrowsers.find(request, email),
  };
  const refuse = (retryAfterSeconds: number): void =>
    sendRefusal(response, { ...consoleRefusals.tooManyAttempts, retryAfterSeconds });
  const waitSeconds = await signInLimit.take(tried);
  if (waitSeconds !== null) return refuse(waitSeconds);
  const check = parts.checks.run(() => parts.accounts.signIn({ email, password }, browser));
  if (check === null) {
    await signInLimit.giveBack(tried);
    return refuse(PasswordChecks.retryAfterSeconds);
  }
  const session = await check;
  if (session === null) return sendRefusal(response, consoleRefusals.wrongCredentials);
  await signInLimit.giveBack(tried);
  await answerSignedIn(parts, response, session);
}

/** Sets the session cookies, and the cookie that marks this browser as known. */
export async function answerSignedIn(
  parts: Pick<ConsoleParts, "presence" | "people" | "knownBrowsers">,
  response: Response,
  session: AccountSession,
): Promise<void> {
  for (const cookie of session.cookies) response.append("Set-Cookie", cookie);
  parts.knownBrowsers.remember(response, session.account.id);
  response.json(await viewOfMe(parts, session.account));
}
