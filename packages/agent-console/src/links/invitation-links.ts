import { isPassword, nameFrom, nameRule, passwordRule } from "../accounts/account-fields.ts";
import { answerSignedIn } from "../sign-in/account-routes.ts";
import { consoleRefusals, invalidRequest, sendRefusal } from "../http/failure.ts";
import { browserOf } from "../http/guards.ts";
import type { LinkUse } from "./link-use.ts";
import { PasswordChecks } from "../sign-in/password-checks.ts";
import { fieldsOf } from "../http/request-body.ts";

/** Returns whom the invitation is for. */
export const findInvitation: LinkUse = async ({ invitations }, token, _request, response) => {
  const invitation = await invitations.find(token);
  if (invitation === null) return "dead";
  response.json({ email: invitation.email, role: invitation.role });
  return "answered";
};

/** Creates the account of the link's holder and signs them in. */
export const acceptInvitation: LinkUse = async (parts, token, request, response) => {
  const { invitations, keeper, checks, live, logger } = parts;
  const invitation = await invitations.find(token);
  if (invitation === null) return "dead";
  const { password, ...fields } = fieldsOf(request);
  const name = nameFrom(fields["name"]);
  if (name === null) {
    sendRefusal(response, invalidRequest("name", nameRule));
  } else if (!isPassword(password)) {
    sendRefusal(response, invalidRequest("password", passwordRule));
  } else {
    const { email, role } = invitation;
    const made = checks.run(() =>
      invitations.take(invitation, () => keeper.create({ email, role, name, password })),
    );
    const account = await made;
    if (account === "taken") return "dead";
    if (made === null) {
      const retryAfterSeconds = PasswordChecks.retryAfterSeconds;
      sendRefusal(response, { ...consoleRefusals.tooManyAttempts, retryAfterSeconds });
    } else if (account === null) {
      sendRefusal(response, consoleRefusals.emailTaken);
    } else {
      logger.info("an invitation was accepted", { accountId: account.id, role });
      live.mention({ type: "account", data: { accountId: account.id } });
      const session = await keeper.open(account.id, browserOf(request));
      if (session === null) return "dead";
      await answerSignedIn(parts, response, session);
    }
  }
  return "answered";
};
