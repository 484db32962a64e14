import { gzipSync } from "node:zlib";

/** How a value becomes the bytes of a body. All but the first are wrong, or may be. */
export const bodyForms = [
  "json",
  "text",
  "form",
  "no type",
  "gzip",
  "said to be gzip",
  "utf-16",
  "no utf-8",
  "byte order mark",
  "cut",
  "more after it",
  "a field twice",
  "huge number",
  "deep",
  "lone surrogate",
  "large",
  "shorter than said",
] as const;
export type BodyForm = (typeof bodyForms)[number];

/** The bytes, and what the head says about them. */
export interface FormedBody {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** How many bytes never come. */
  readonly missing: number;
}

const json = { "content-type": "application/json" };
const largeBytes = 1_200_000;
const deepLevels = 200_000;

/** @param body `undefined`: none */
export function formedBody(body: unknown, form: BodyForm): FormedBody {
  const text = body === undefined ? "" : (JSON.stringify(body) ?? "");
  const of = (bytes: string | Buffer, headers: FormedBody["headers"] = json, missing = 0) => ({
    bytes: Buffer.from(bytes as string),
    headers,
    missing,
  });
  switch (form) {
    case "json":
      return of(text, text === "" ? {} : json);
    case "text":
      return of(text, { "content-type": "text/plain" });
    case "form":
      return of("a=1&b=2", { "content-type": "application/x-www-form-urlencoded" });
    case "no type":
      return of(text, {});
    case "gzip":
      return of(gzipSync(text), { ...json, "content-encoding": "gzip" });
    case "said to be gzip":
      return of(text, { ...json, "content-encoding": "gzip" });
    case "utf-16":
      return of(Buffer.from(text, "utf16le"));
    case "no utf-8":
      return of(Buffer.from(text.replace(/.$/, "ÿ"), "latin1"));
    case "byte order mark":
      return of(`\ufeff${text}`);
    case "cut":
      return of(text.slice(0, text.length / 2));
    case "more after it":
      return of(`${text}${text}x`);
    case "a field twice":
      return of(text.replace(/^\{(.+)\}$/s, "{$1,$1}"));
    case "huge number":
      return of(text.replaceAll(/:-?\d+/g, ":1e400"));
    case "deep":
      return of(`${'{"message":['.repeat(deepLevels)}`.slice(0, largeBytes / 2));
    case "lone surrogate":
      return of(text.replace(/"([^"\\]{3})[^"\\]*"(?=[,}])/, '"$1\\ud83d\\u0000"'));
    case "large":
      return of(`{"message":"${"x".repeat(largeBytes)}"}`);
    case "shorter than said":
      return of(text, json, 10);
  }
}
