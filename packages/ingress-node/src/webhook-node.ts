import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { type Logger, ParleyError, type Refusal, refuse, type Warning } from "@parley/core";
import { sendAnswer, sendOk, sendRefusal } from "./answer.ts";
import { promiseAnswer } from "./exchanges.ts";
import { answerFailure, logFailure } from "./failed-exchange.ts";
import { type BodyLimit, bodyLimit, readBody, refuseBody } from "./request-body.ts";
import { refusalByHead } from "./request-head.ts";
import { jsonOf, NotJson, type Webhook } from "./webhook.ts";
import { WholeRequest } from "./whole-request.ts";

/** What becomes of a webhook: what `Outbox.send` answered is one, and so is a refusal of the plugin's own. */
export type WebhookAnswer =
  | { readonly accepted: true; readonly warnings?: readonly Warning[] }
  | { readonly accepted: false; readonly refusal: Refusal };

/** What a plugin may set about its webhook. */
export interface WebhookNodeOptions {
  /** The most that a body may have, in bytes; past it `413`. Default 262 144. */
  readonly limitBytes?: number;
  /** Told of failures that the agent app gets a 500 for, by code or class and without words. Default: nobody. */
  readonly logger?: Pick<Logger, "error">;
}

interface Parts {
  readonly take: (webhook: Webhook) => Promise<WebhookAnswer>;
  readonly limit: BodyLimit;
  readonly logger: Pick<Logger, "error"> | undefined;
}

const defaultLimitBytes = 256 * 1_024;
const notPosted = refuse("methodNotAllowed", { allow: "POST" });

/**
 * An agent app's webhook as a listener for `createServer`, or a handler of an Express app before any body parser: reads a
 * `POST` whole, hands it to `take`, and answers `200` where `accepted`, else the refusal in the failure shape; `500` when
 * `take` throws.
 *
 * @throws ParleyError `invalid-option` for a limit that is no whole number from 1.
 */
export const webhookNode = (
  take: (webhook: Webhook) => Promise<WebhookAnswer>,
  { limitBytes = defaultLimitBytes, logger }: WebhookNodeOptions = {},
): RequestListener => {
  if (!Number.isSafeInteger(limitBytes) || limitBytes < 1)
    throw new ParleyError("invalid-option", "limitBytes must be a whole number of bytes from 1.");
  const parts: Parts = { take, limit: bodyLimit(limitBytes), logger };
  return (request, response) => void answer(parts, request, response);
};

/** Never rejects. */
async function answer(
  { take, limit, logger }: Parts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  promiseAnswer(response);
  if (request instanceof WholeRequest) request.hold(limit.bytes);
  try {
    const unfit = refusalByHead(request);
    if (unfit !== null) return refuseBody(request, response, unfit);
    if (request.method !== "POST") return sendRefusal(response, notPosted);
    const read = await readBody(request, limit);
    if (!read.ok) return refuseBody(request, response, read.refusal);
    const body = read.bytes;
    if (body === null) return;
    give(response, await take({ body, request, json: () => jsonOf(body) }));
  } catch (error) {
    if (error instanceof NotJson) return answerFailure(response, error.refusal);
    logFailure(logger, "webhook failed", error);
    answerFailure(response, refuse("internal"));
  }
}

function give(response: ServerResponse, given: WebhookAnswer): void {
  if (!given.accepted) return sendRefusal(response, given.refusal);
  const { warnings = [] } = given;
  if (warnings.length === 0) return sendOk(response);
  sendAnswer(response, 200, JSON.stringify({ result: "ok", warnings }));
}
