import type { LogFields } from "@parley/core";

const textLimit = 200;
const withheld = "[not logged]";

/** A field with one of these words in its name may hold a secret, a contact detail or a person's text. */
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

/** Characters that can forge a log line or disguise text on a terminal. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** At most 200 characters of the text; invisible characters are escaped. */
export function logText(text: string): string {
  const short = text.length > textLimit ? `${text.slice(0, textLimit)}…` : text;
  return short.replaceAll(unprintable, escaped);
}

/**
 * The fields as they may be logged. Numbers, booleans and texts pass. A field with a private name, or with a value
 * of another type, is withheld.
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
