import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { type Logger, type Refusal, refuse } from "@parley/core";
import { answerFailure, logFailure } from "../failed-exchange.ts";
import { type BodyLimit, bodyLimit, readBody, refuseBody } from "../request-body.ts";
import { refusalByHead } from "../request-head.ts";
import { type IncomingWebhook, parseJsonBody, NotJson, type WebhookHead } from "./webhook.ts";
import { checked, sendWebhookAnswer, type WebhookAnswer } from "./webhook-answer.ts";
import { keepAfterHalfClose, earlierAnswersOf } from "../connections/answer-order.ts";

/** Options of `webhookNode`. */
export interface WebhookNodeOptions {
  /** Called before the body is read. A refusal is answered at once, and the connection is closed. Default: none. */
  readonly admit?: (head: WebhookHead) => Refusal | null | Promise<Refusal | null>;
  /** Maximum size of a body in bytes; a larger one gets `413`. Default 262 144. */
  readonly limitBytes?: number;
  /** Logs failures that are answered with 500: the code or class only. Default: none. */
  readonly logger?: Pick<Logger, "error">;
}

type Take = (webhook: IncomingWebhook) => Promise<WebhookAnswer>;

interface Parts extends Pick<WebhookNodeOptions, "admit"> {
  readonly take: Take;
  readonly limit: BodyLimit;
}

const defaultLimitBytes = 256 * 1_024;
const notPosted = refuse("methodNotAllowed", { allow: "POST" });
const failed = refuse("internal");

/**
 * An agent app's webhook as a listener for `createServer`, or as an Express handler mounted before any body parser.
 * Reads a whole `POST` and passes it to `take`. Answers `200` when accepted, else the refusal in the failure shape;
 * `500` when `take` throws.
 *
 * @throws ParleyError `invalid-option` when the limit is not a positive integer
 */
export const webhookNode = (take: Take, options: WebhookNodeOptions = {}): RequestListener => {
  const { admit, limitBytes = defaultLimitBytes, logger } = options;
  const parts: Parts = { take, limit: bodyLimit(limitBytes), ...(admit && { admit }) };
  return (request, response) => {
    answer(parts, request, response).catch((error: unknown) => {
      logFailure(logger, "webhook failed", error);
      if (!response.headersSent) answerFailure(response, failed);
    });
  };
};

/** @throws the errors of the plugin's functions */
async function answer(
  { admit, take, limit }: Parts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  keepAfterHalfClose(response);
  const ahead = earlierAnswersOf(response);
  if (ahead !== null) await ahead;
  const head: WebhookHead = { url: request.url ?? "", headers: request.headers };
  const unfit = refusalByHead(request) ?? (request.method === "POST" ? null : notPosted);
  if (unfit !== null) return refuseBody(request, response, unfit);
  const barred = admit === undefined ? null : await admit(head);
  if (barred !== null) return refuseBody(request, response, checked(barred));
  const read = await readBody(request, limit);
  if (!read.ok) return refuseBody(request, response, read.refusal);
  const body = read.bytes;
  if (body === null) return;
  const unreadable: NotJson[] = [];
  const json = (): unknown => {
    const value = parseJsonBody(body);
    if (!(value instanceof NotJson)) return value;
    unreadable.push(value);
    throw value;
  };
  try {
    sendWebhookAnswer(response, await take({ ...head, body, json }));
  } catch (error) {
    const notJson = unreadable.find((one) => one === error);
    if (notJson === undefined) throw error;
    sendWebhookAnswer(response, { accepted: false, refusal: notJson.refusal });
  }
}
