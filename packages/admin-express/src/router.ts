import { type Logger, refuse } from "@parley/core";
import express, { type Request, type RequestHandler, type Response, type Router } from "express";
import { sendJson, sendNothing, sendRefusal } from "./http/answer.ts";
import { sendLines } from "./http/lines-answer.ts";
import type { Operation } from "./operation.ts";
import { bodyCheck, queryCheck } from "./http/request-check.ts";

const readBody = express.json({ type: () => true, inflate: false, limit: "64kb" });

/** What handlers need besides their row. */
interface RouterParts {
  readonly stopping: AbortSignal;
  /** Logs every change. */
  readonly logger: Pick<Logger, "info"> | undefined;
}

/** Serves every row of the table. Another method on a known path gets 405 with `Allow`. */
export function serveOperations(
  router: Router,
  operations: readonly Operation[],
  { stopping, logger }: RouterParts,
): void {
  for (const [path, rows] of Map.groupBy(operations, (row) => row.path)) {
    for (const row of rows) router.all(path, ...handlersOf(row, { stopping, logger }));
    const allow = rows.map(({ method }) => method).join(", ");
    router.all(path, (_request, response) =>
      sendRefusal(response, refuse("methodNotAllowed", { allow })),
    );
  }
}

/** Not Express's `get`, which would also answer HEAD. */
function handlersOf(row: Operation, parts: RouterParts): RequestHandler[] {
  const only: RequestHandler = (request, _response, next) =>
    next(request.method === row.method ? undefined : "route");
  return [only, ...(row.body === null ? [] : [readBody]), handlerOf(row, parts)];
}

function handlerOf(row: Operation, { stopping, logger }: RouterParts): RequestHandler {
  const checkQuery = queryCheck(row.query);
  const checkBody = row.body?.judge === "schema" ? bodyCheck(row.body.schema) : null;
  return async (request, response) => {
    const query = checkQuery(parametersOf(request));
    if (!query.done) return sendRefusal(response, query.refusal);
    const given: unknown = row.body === null ? undefined : request.body;
    const isAbsent = given === undefined && row.body?.required !== true;
    const body = isAbsent || checkBody === null ? null : checkBody(given);
    if (body !== null && !body.done) return sendRefusal(response, body.refusal);
    const signal = endSignal(response, stopping);
    const params = request.params as Record<string, string>;
    const call = { params, query: query.value, body: given, signal };
    const result = await row.handle(call);
    if (!result.done) return sendRefusal(response, result.refusal);
    if (row.change !== null) {
      const { event, fields } = row.change;
      logger?.info(event, { ...fields?.(call, result.value), by: "admin API" });
    }
    await answer(response, row, result.value, signal);
  };
}

async function answer(
  response: Response,
  { answer: { status, content } }: Operation,
  value: unknown,
  signal: AbortSignal,
): Promise<void> {
  if (content === "json") return sendJson(response, status, value);
  if (content === "nothing") return sendNothing(response);
  await sendLines(response, value as AsyncIterable<unknown>, signal);
}

function parametersOf(request: Request): URLSearchParams {
  const at = request.originalUrl.indexOf("?");
  return new URLSearchParams(at === -1 ? "" : request.originalUrl.slice(at + 1));
}

/** Not `AbortSignal.any`: `stopping` outlives every request and would keep a reference to each. */
function endSignal(response: Response, stopping: AbortSignal): AbortSignal {
  const end = new AbortController();
  const abort = () => end.abort();
  stopping.addEventListener("abort", abort);
  response.once("close", () => {
    stopping.removeEventListener("abort", abort);
    abort();
  });
  if (stopping.aborted) abort();
  return end.signal;
}
