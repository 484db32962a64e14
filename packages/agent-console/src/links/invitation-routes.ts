import { Router } from "express";
import { emailFrom, emailRule, isRole, roleRule } from "../accounts/account-fields.ts";
import type { ConsoleParts } from "../console-parts.ts";
import {
  consoleRefusals,
  invalidRequest,
  methodNotAllowed,
  notFound,
  sendRefusal,
} from "../http/failure.ts";
import { accountOf, adminsOnly } from "../http/guards.ts";
import { linkOf } from "../accounts/people-routes.ts";
import { fieldsOf } from "../http/request-body.ts";

export type InvitationRoutesParts = Pick<
  ConsoleParts,
  "invitations" | "people" | "logger" | "baseUrl"
>;

/** Invitations by admins. A link is shown once, to the admin who passes it on. */
export function invitationRoutes(parts: InvitationRoutesParts): Router {
  const { invitations, people, logger } = parts;
  const router = Router();

  router
    .route("/invitations")
    .all(adminsOnly)
    .get(async (_request, response) => {
      response.json({ invitations: await invitations.list() });
    })
    .post(async (request, response) => {
      const { email: givenEmail, role } = fieldsOf(request);
      const email = emailFrom(givenEmail);
      if (email === null) return sendRefusal(response, invalidRequest("email", emailRule));
      if (!isRole(role)) return sendRefusal(response, invalidRequest("role", roleRule));
      if ((await people.findByEmail(email)) !== null) {
        return sendRefusal(response, consoleRefusals.emailTaken);
      }
      const { id, name } = accountOf(response);
      const { invitation, token } = await invitations.add(email, role, { id, name });
      logger.info("somebody was invited", { invitationId: invitation.id, role, by: id });
      response.status(201).json({ ...invitation, link: linkOf(parts, "join", token) });
    })
    .all(methodNotAllowed("GET, POST"));

  router
    .route("/invitations/:id")
    .all(adminsOnly)
    .delete(async (request, response) => {
      const id = String(request.params["id"]);
      if (!(await invitations.withdraw(id))) return sendRefusal(response, notFound);
      logger.info("an invitation was withdrawn", { invitationId: id, by: accountOf(response).id });
      response.status(204).end();
    })
    .all(methodNotAllowed("DELETE"));

  return router;
}
