import type { ServerResponse } from "node:http";
import type { Refusal, Warning } from "@parley/core";
import { sendAnswer, sendOk, sendRefusal } from "../answer.ts";

/** The answer to a webhook. A result of `Outbox.send` is one; a plugin may also refuse by itself. */
export type WebhookAnswer =
  | {
      readonly accepted: true;
      readonly warnings?: readonly Warning[];
      /** JSON body for an agent app that expects something else than `{"result":"ok"}`. */
      readonly body?: unknown;
    }
  | {
      readonly accepted: false;
      /** A refusal of core, or your own with an `httpStatus` from 400 to 599. */
      readonly refusal: Refusal;
    };

/**
 * Sends the answer, unless another one was sent, such as by a host's own timeout.
 *
 * @throws TypeError for an invalid answer of the plugin; also the errors of `writeHead`
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

/** @throws TypeError for a status outside 400 to 599 */
export function checked(refusal: Refusal): Refusal {
  const { httpStatus } = refusal;
  if (Number.isInteger(httpStatus) && httpStatus >= 400 && httpStatus <= 599) return refusal;
  throw new TypeError("a refusal's httpStatus must be from 400 to 599");
}
