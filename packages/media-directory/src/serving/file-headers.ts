import { create } from "content-disposition";
import type { FileRow } from "../files/file-rows.ts";
import { isShown, servedType } from "../types/media-type.ts";

type Headers = Readonly<Record<string, string>>;

/** On every answer: whatever a file holds, a browser runs nothing of it, and tells no page about it. */
export const safeHeaders: Headers = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "cross-origin",
  "referrer-policy": "no-referrer",
};

/** A browser's own player must read the file again, from the same origin. No script runs with this either. */
const playerPolicy = "default-src 'none'; media-src 'self'; sandbox allow-same-origin";

/** The link ends with its conversation, so nobody else keeps the file, and a browser at most an hour. */
const cacheControl = "private, max-age=3600";

/** Headers of one file. */
export function fileHeaders({ type, name }: Pick<FileRow, "type" | "name">): Headers {
  return {
    ...safeHeaders,
    ...(isShown(type) && /^(?:audio|video)\//.test(type)
      ? { "content-security-policy": playerPolicy }
      : {}),
    "cache-control": cacheControl,
    "content-type": servedType(type),
    "content-disposition": create(name, { type: isShown(type) ? "inline" : "attachment" }),
  };
}
