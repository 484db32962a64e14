import { type Logger, ParleyError, type Refusal, refuse } from "@parley/core";
import type { ErrorRequestHandler } from "express";
import { sendRefusal } from "./answer.ts";
import { refusalOfRequest } from "./request-error.ts";

/** Answers a thrown error. Errors that are not the request's fault are logged by code, without their message. */
export function errorAnswer(logger: Pick<Logger, "error"> | undefined): ErrorRequestHandler {
  return (error: unknown, _request, response, _next) => {
    const refusal = refusalOfRequest(error);
    if (refusal === null) logger?.error("admin request failed", { code: codeOf(error) });
    if (response.headersSent) {
      response.destroy();
      return;
    }
    sendRefusal(response, refusal ?? refusalOfFailure(error));
  };
}

function refusalOfFailure(error: unknown): Refusal {
  if (!ParleyError.is(error) || !error.retryable) return refuse("internal");
  return {
    ...refuse("storeUnavailable", { retryAfterSeconds: 1 }),
    message:
      "The store is not available at the moment. It is unknown whether anything was changed.",
  };
}

function codeOf(error: unknown): string {
  if (ParleyError.is(error)) return error.code;
  return error instanceof Error ? error.name : "unknown";
}
