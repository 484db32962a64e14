import type { ServerResponse } from "node:http";
import type { Refusal, Warning } from "@parley/core";
import { sendAnswer, sendOk, sendRefusal } from "../answer.ts";

/** What becomes of a webhook: what `Outbox.send` answered is one, and so is a refusal of the plugin's own. */
export type WebhookAnswer =
  | {
      readonly accepted: true;
      readonly warnings?: readonly Warning[];
      /** What the agent app is answered as JSON, where it wants something else than `{"result":"ok"}`. */
      readonly body?: unknown;
    }
  | {
      readonly accepted: false;
      /** A row of core's, or one's own with an `httpStatus` from 400 to 599. */
      readonly refusal: Refusal;
    };

/**
 * Answers, unless somebody else has, such as a host's own timeout.
 *
 * @throws TypeError for what is no answer, a plugin's fault; `writeHead` throws as well.
 */
export function sendWebhookAnswer(response: ServerResponse, given: WebhookAnswer): void {
  if (response.headersSent) return;
  if (given.accepted === false) return sendRefusal(response, checked(given.refusal));
  if (given.accepted !== true)
    throw new TypeError("a webhook's answer must say whether the message is accepted");
  const { warnings = [], body } = given;
  if (body !== undefined) return sendAnswer(response, 200, JSON.stringify(body));
  if (warnings.length === 0) return sendOk(response);
  sendAnswer(response, 200, JSON.stringify({ result: "ok", warnings }));
}

/** @throws TypeError for a status that is none of a refusal. */
export function checked(refusal: Refusal): Refusal {
  const { httpStatus } = refusal;
  if (Number.isInteger(httpStatus) && httpStatus >= 400 && httpStatus <= 599) return refusal;
  throw new TypeError("a refusal's httpStatus must be from 400 to 599");
}
