import type { ServerResponse } from "node:http";
import { errorFacts, type LogFields, type Logger, type Refusal } from "@parley/core";
import { sendRefusal } from "./answer.ts";

/** Answers a request whose handling threw. Cuts the connection when an answer has already begun. */
export function answerFailure(response: ServerResponse, refusal: Refusal): void {
  if (response.headersSent) return void response.destroy();
  // A failed `writeHead` may have left its status message here.
  response.statusMessage = "";
  sendRefusal(response, refusal);
}

/** Logs an error by its code or class, never its message. */
export function logFailure(
  logger: Pick<Logger, "error"> | undefined,
  what: string,
  error: unknown,
): void {
  logFields(logger, what, { code: errorFacts(error).error });
}

/** Logs facts without words. Ignores an error of the logger. */
export function logFields(
  logger: Pick<Logger, "error"> | undefined,
  what: string,
  fields: LogFields,
): void {
  try {
    logger?.error(what, fields);
  } catch {
    return;
  }
}
