import type { ServerResponse } from "node:http";
import { type Logger, ParleyError, type Refusal } from "@parley/core";
import { sendRefusal } from "./answer.ts";

/** Answers a request whose handling threw, or cuts it off where an answer has begun. */
export function answerFailure(response: ServerResponse, refusal: Refusal): void {
  if (response.headersSent) response.destroy();
  else sendRefusal(response, refusal);
}

/** Tells of what was thrown by its code or class: never its words. */
export function logFailure(
  logger: Pick<Logger, "error"> | undefined,
  what: string,
  error: unknown,
): void {
  logger?.error(what, { code: codeOf(error) });
}

function codeOf(error: unknown): string {
  if (ParleyError.is(error)) {
    return error.code;
  }
  return error instanceof Error ? error.name : "unknown";
}
