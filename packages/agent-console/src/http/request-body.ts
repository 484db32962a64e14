import express, { type RequestHandler } from "express";

const limitBytes = 64 * 1_024;

/** Reads a JSON body whatever `Content-Type` says; the routes behind it are for people with curl, too. */
export const readBody: RequestHandler = express.json({
  limit: limitBytes,
  inflate: false,
  type: () => true,
});

/** The body's fields; an absent body, or one that is no object, has none. */
export function fieldsOf(request: { readonly body?: unknown }): Readonly<Record<string, unknown>> {
  const { body } = request;
  return typeof body === "object" && body !== null && !Array.isArray(body)
    ? (body as Record<string, unknown>)
    : {};
}
