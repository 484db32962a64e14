import type { ServerResponse } from "node:http";
import { errorFacts, type Logger, type Refusal } from "@parley/core";
import { sendRefusal } from "./answer.ts";

/** Answers a request whose handling threw, or cuts it off where an answer has begun. */
export function answerFailure(response: ServerResponse, refusal: Refusal): void {
  if (response.headersSent) return void response.destroy();
  // Of an answer whose head could not be written.
  response.statusMessage = "";
  sendRefusal(response, refusal);
}

/** Tells of what was thrown by its code or class, never in its words. A log that fails changes nothing. */
export function logFailure(
  logger: Pick<Logger, "error"> | undefined,
  what: string,
  error: unknown,
): void {
  try {
    logger?.error(what, { code: errorFacts(error).error });
  } catch {
    return;
  }
}
