import { type DoorRequest, type Refusal, refuse } from "@parley/core";

/** The largest body. */
export const bodyLimitBytes = 1_024 * 1_024;

/** A body that was read, or why not. */
export type BodyReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly refusal: Refusal };

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Reads a JSON body. An empty one is an empty object. */
export function readBody({ headers, body }: DoorRequest): BodyReading {
  if (body.length > bodyLimitBytes) return refused(refuse("bodyTooLarge"));
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") return refused(refuse("contentEncoding"));
  if (body.length === 0) return { ok: true, value: {} };
  if (!isJson(headers["content-type"])) return refused(refuse("contentType"));
  return parsed(body);
}

function parsed(body: Uint8Array): BodyReading {
  let text: string;
  try {
    text = decoder.decode(body);
  } catch {
    return refused(refuse("notUtf8"));
  }
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return refused(refuse("malformedJson"));
  }
}

function isJson(type: DoorRequest["headers"][string]): boolean {
  return typeof type === "string" && /^application\/json *(?:;|$)/i.test(type);
}

function refused(refusal: Refusal): BodyReading {
  return { ok: false, refusal };
}
