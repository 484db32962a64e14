import { isPassword, passwordRule } from "../accounts/account-fields.ts";
import { answerSignedIn } from "../sign-in/account-routes.ts";
import { consoleRefusals, invalidRequest, sendRefusal } from "../http/failure.ts";
import { browserOf } from "../http/guards.ts";
import type { LinkRoutesParts, LinkUse } from "./link-use.ts";
import { PasswordChecks } from "../sign-in/password-checks.ts";
import type { Person } from "../accounts/people.ts";
import { fieldsOf } from "../http/request-body.ts";

/** Returns whose password the link sets. */
export const findPasswordLink: LinkUse = async (parts, token, _request, response) => {
  const person = await ownerOf(parts, token);
  if (person === null) return "dead";
  response.json({ email: person.email });
  return "answered";
};

/** Sets the password, ends all existing sessions, and signs in. */
export const usePasswordLink: LinkUse = async (parts, token, request, response) => {
  const { passwordLinks, keeper, checks, sessionEnds, logger } = parts;
  const person = await ownerOf(parts, token);
  if (person === null) return "dead";
  const { password } = fieldsOf(request);
  if (!isPassword(password)) {
    sendRefusal(response, invalidRequest("password", passwordRule));
    return "answered";
  }
  const set = await checks.run(async () => {
    if (!(await passwordLinks.take(token))) return "dead";
    await keeper.setPassword(person.id, password);
    return "done";
  });
  if (set === "dead") return "dead";
  if (set === null) {
    const retryAfterSeconds = PasswordChecks.retryAfterSeconds;
    sendRefusal(response, { ...consoleRefusals.tooManyAttempts, retryAfterSeconds });
    return "answered";
  }
  await sessionEnds.endOthers(person.id, null);
  logger.info("a password was set by a link", { accountId: person.id });
  const session = await keeper.open(person.id, browserOf(request));
  if (session === null) return "dead";
  await answerSignedIn(parts, response, session);
  return "answered";
};

async function ownerOf(
  { passwordLinks, people }: LinkRoutesParts,
  token: string,
): Promise<Person | null> {
  const accountId = await passwordLinks.find(token);
  const person = accountId === null ? null : await people.find(accountId);
  return person === null || person.disabled ? null : person;
}
