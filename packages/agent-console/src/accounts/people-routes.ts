import { type Request, type Response, Router } from "express";
import { isRole, nameFrom, nameRule, roleRule } from "./account-fields.ts";
import type { ConsoleParts } from "../console-parts.ts";
import {
  consoleRefusals,
  invalidRequest,
  methodNotAllowed,
  notFound,
  sendRefusal,
} from "../http/failure.ts";
import { accountOf, adminsOnly } from "../http/guards.ts";
import type { Person, PersonChange } from "./people.ts";
import { type AgentPresence, viewIn } from "./presence.ts";
import { fieldsOf } from "../http/request-body.ts";

export type PeopleRoutesParts = Pick<
  ConsoleParts,
  "people" | "presence" | "live" | "sessionEnds" | "passwordLinks" | "logger" | "baseUrl"
>;

/** Lists accounts, and lets admins change them. */
export function peopleRoutes(parts: PeopleRoutesParts): Router {
  const { people, presence, sessionEnds, passwordLinks, logger } = parts;
  const router = Router();
  const viewOf = (person: Person, all: ReadonlyMap<string, AgentPresence>) => {
    const { available, present } = viewIn(all, person.id);
    return { ...person, available: !person.disabled && available, present };
  };

  router
    .route("/people")
    .all(adminsOnly)
    .get(async (_request, response) => {
      const all = await presence.all();
      response.json({ people: (await people.list()).map((person) => viewOf(person, all)) });
    })
    .all(methodNotAllowed("GET"));

  router
    .route("/people/:id")
    .all(adminsOnly)
    .patch(async (request, response) => {
      const changed = await changePerson(parts, request, response);
      if (changed !== null) response.json(viewOf(changed, await presence.all()));
    })
    .all(methodNotAllowed("PATCH"));

  router
    .route("/people/:id/password-link")
    .all(adminsOnly)
    .post(async (request, response) => {
      const person = await people.find(String(request.params["id"]));
      if (person === null) return sendRefusal(response, notFound);
      if (person.disabled) return sendRefusal(response, consoleRefusals.accountDisabled);
      const by = accountOf(response).id;
      const { token, expiresAt } = await passwordLinks.add(person.id, by);
      logger.info("a link to set a password was made", { accountId: person.id, by });
      response.status(201).json({ link: linkOf(parts, "password", token), expiresAt });
    })
    .all(methodNotAllowed("POST"));

  router
    .route("/people/:id/sessions")
    .all(adminsOnly)
    .delete(async (request, response) => {
      const person = await people.find(String(request.params["id"]));
      if (person === null) return sendRefusal(response, notFound);
      const ended = await sessionEnds.endOthers(person.id, null);
      logger.info("an account's sessions were ended", {
        accountId: person.id,
        by: accountOf(response).id,
      });
      response.json({ ended });
    })
    .all(methodNotAllowed("DELETE"));

  return router;
}

/** The token stands in the fragment (`#`). Browsers never send it, so no server log contains it. */
export function linkOf(
  { baseUrl }: Pick<ConsoleParts, "baseUrl">,
  kind: "join" | "password",
  token: string,
): string {
  return `${new URL(baseUrl).origin}/console/#/${kind}/${token}`;
}

/** `null` when the change was refused. The refusal has been sent then. */
async function changePerson(
  { people, sessionEnds, live, logger }: PeopleRoutesParts,
  request: Request,
  response: Response,
): Promise<Person | null> {
  const id = String(request.params["id"]);
  const change = readChange(fieldsOf(request), response);
  if (change === null) return null;
  const changed = await people.change(id, change);
  if (changed === "unknown") sendRefusal(response, notFound);
  else if (changed === "last-admin") sendRefusal(response, consoleRefusals.lastAdmin);
  if (typeof changed === "string") return null;
  if (changed.disabled) {
    await sessionEnds.endOthers(id, null);
    await sessionEnds.choosePresence(id, { available: false });
  }
  const { name: _, ...audited } = change;
  logger.info("an account was changed", { accountId: id, by: accountOf(response).id, ...audited });
  live.mention({ type: "account", data: { accountId: id } });
  return changed;
}

function readChange(
  { name: givenName, role, disabled }: Readonly<Record<string, unknown>>,
  response: Response,
): PersonChange | null {
  const name = givenName === undefined ? undefined : nameFrom(givenName);
  const wrong =
    name === null
      ? invalidRequest("name", nameRule)
      : role !== undefined && !isRole(role)
        ? invalidRequest("role", roleRule)
        : disabled !== undefined && typeof disabled !== "boolean"
          ? invalidRequest("disabled", "true or false is expected")
          : null;
  if (wrong !== null) {
    sendRefusal(response, wrong);
    return null;
  }
  return {
    ...(typeof name === "string" && { name }),
    ...(isRole(role) && { role }),
    ...(typeof disabled === "boolean" && { disabled }),
  };
}
