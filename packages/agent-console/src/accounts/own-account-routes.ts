import { type Request, type Response, Router } from "express";
import { isPassword, nameFrom, nameRule, passwordRule } from "./account-fields.ts";
import type { ConsoleParts } from "../console-parts.ts";
import {
  consoleRefusals,
  invalidRequest,
  methodNotAllowed,
  notFound,
  sendRefusal,
} from "../http/failure.ts";
import { accountOf, browserOf, sessionOf } from "../http/guards.ts";
import { viewOfMe } from "./me-view.ts";
import { PasswordChecks } from "../sign-in/password-checks.ts";
import { fieldsOf } from "../http/request-body.ts";

export type OwnAccountRoutesParts = Pick<
  ConsoleParts,
  | "keeper"
  | "people"
  | "presence"
  | "live"
  | "sessions"
  | "sessionEnds"
  | "streams"
  | "signInLimit"
  | "checks"
  | "passwordLinks"
  | "unsentKeys"
  | "firstMinute"
  | "logger"
>;

/** What every agent may do with their own account: name, password, key, sessions. All routes require a session. */
export function ownAccountRoutes(parts: OwnAccountRoutesParts): Router {
  const { people, sessions, sessionEnds, streams, live, firstMinute } = parts;
  const router = Router();

  router
    .route("/me")
    .get(async (_request, response) => {
      response.json(await viewOfMe(parts, accountOf(response)));
    })
    .patch(async (request, response) => {
      const name = nameFrom(fieldsOf(request)["name"]);
      if (name === null) return sendRefusal(response, invalidRequest("name", nameRule));
      const account = accountOf(response);
      await people.change(account.id, { name });
      await firstMinute.rememberNamed(account.id);
      live.mention({ type: "account", data: { accountId: account.id } });
      response.json(await viewOfMe(parts, { ...account, name }));
    })
    .all(methodNotAllowed("GET, PATCH"));

  router
    .route("/me/unsent-key")
    .get((_request, response) => {
      response.json({ key: parts.unsentKeys.keyOf(accountOf(response).id) });
    })
    .all(methodNotAllowed("GET"));

  router
    .route("/me/password")
    .put((request, response) => changePassword(parts, request, response))
    .all(methodNotAllowed("PUT"));

  router
    .route("/sessions")
    .get(async (_request, response) => {
      const { id: ownId, account } = sessionOf(response);
      const views = (await sessions.listOf(account.id)).map((session) => ({
        ...session,
        current: session.id === ownId,
        open: streams.isOpen(session.id),
      }));
      response.json({ sessions: views });
    })
    .delete(async (request, response) => {
      const { id, account } = sessionOf(response);
      const kept = request.query["others"] === "true" ? id : null;
      response.json({ ended: await sessionEnds.endOthers(account.id, kept) });
    })
    .all(methodNotAllowed("GET, DELETE"));

  router
    .route("/sessions/:id")
    .delete(async (request, response) => {
      const ended = await sessionEnds.endOne(accountOf(response).id, String(request.params["id"]));
      if (!ended) return sendRefusal(response, notFound);
      response.status(204).end();
    })
    .all(methodNotAllowed("DELETE"));

  return router;
}

/**
 * Wrong current passwords count against the same limit as sign-ins. A stolen session must not allow faster guessing.
 */
async function changePassword(
  parts: OwnAccountRoutesParts,
  request: Request,
  response: Response,
): Promise<void> {
  const { keeper, people, passwordLinks, sessionEnds, signInLimit, checks, logger } = parts;
  const { current, password } = fieldsOf(request);
  const { id, account } = sessionOf(response);
  if (typeof current !== "string") {
    return sendRefusal(response, invalidRequest("current", "the current password is expected"));
  }
  if (!isPassword(password)) return sendRefusal(response, invalidRequest("password", passwordRule));
  if ((await people.find(account.id))?.hasPassword !== true) {
    return sendRefusal(response, consoleRefusals.noPassword);
  }
  const tried = { address: browserOf(request).address, email: account.email, known: id };
  const refuse = (retryAfterSeconds: number): void =>
    sendRefusal(response, { ...consoleRefusals.tooManyAttempts, retryAfterSeconds });
  const waitSeconds = await signInLimit.take(tried);
  if (waitSeconds !== null) return refuse(waitSeconds);
  const check = checks.run(async () => {
    const isRight = await keeper.isPassword(account.id, current);
    if (!isRight) return false;
    // First: an open link could set another password meanwhile.
    await passwordLinks.withdraw(account.id);
    await keeper.setPassword(account.id, password);
    return true;
  });
  const isRight = await check;
  if (isRight === false) return sendRefusal(response, consoleRefusals.wrongPassword);
  await signInLimit.giveBack(tried);
  if (isRight === null) return refuse(PasswordChecks.retryAfterSeconds);
  logger.info("a password was changed", { accountId: account.id });
  response.json({ ended: await sessionEnds.endOthers(account.id, id) });
}
