import express, { type RequestHandler } from "express";

const limitBytes = 64 * 1_024;

/** Parses a JSON body with any `Content-Type`, so that curl works without options. */
export const readBody: RequestHandler = express.json({
  limit: limitBytes,
  inflate: false,
  type: () => true,
});

/** Fields of the body. Empty when the body is absent or not an object. */
export function fieldsOf(request: { readonly body?: unknown }): Readonly<Record<string, unknown>> {
  const { body } = request;
  return typeof body === "object" && body !== null && !Array.isArray(body)
    ? (body as Record<string, unknown>)
    : {};
}
