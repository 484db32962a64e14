import type { LogFields } from "@parley/core";

const textLimit = 200;
const withheld = "[not logged]";

/** Words of a field's name under which secrets, contact details and what people wrote might come. */
const privateWords = new Set([
  "authorization",
  "body",
  "cookie",
  "credential",
  "credentials",
  "email",
  "key",
  "mail",
  "name",
  "password",
  "phone",
  "photo",
  "random",
  "secret",
  "signature",
  "text",
  "token",
  "url",
]);

/** Control, line-breaking and direction-changing characters: they forge lines and disguise text on a terminal. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** At most 200 characters, each of which shows itself. */
export function logText(text: string): string {
  const short = text.length > textLimit ? `${text.slice(0, textLimit)}…` : text;
  return short.replaceAll(unprintable, escaped);
}

/**
 * The fields that are written. Numbers, booleans and short texts pass; what has a private name, and what is no such
 * value at all, is withheld, whoever passed it.
 */
export function logFields(fields: LogFields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      logText(name),
      isPrivate(name) ? withheld : logValue(value),
    ]),
  );
}

function logValue(value: unknown): unknown {
  if (typeof value === "string") return logText(value);
  if (typeof value === "bigint") return String(value);
  const isPlain = ["number", "boolean", "undefined"].includes(typeof value) || value === null;
  return isPlain ? value : withheld;
}

function isPrivate(name: string): boolean {
  const words = name.split(/(?<=[a-z\d])(?=[A-Z])|[^A-Za-z\d]+/);
  return words.some(
    (word) =>
      privateWords.has(word.toLowerCase().replace(/s$/, "")) ||
      privateWords.has(word.toLowerCase()),
  );
}

function escaped(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
}
