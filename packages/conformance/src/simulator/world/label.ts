const pattern = /zq:([A-Za-z0-9]+)-qz/;
/** Stands in every text that comes from people, so that it can be found wherever it must not be; no drawn id holds a colon. */
export const canary = "zq:";

/** A text that tells which message it belongs to; `long` makes two messages of it where texts are split. */
export function textOf(label: string, long: boolean): string {
  return `${canary}${label}-qz `.repeat(long ? 200 : 1).trimEnd();
}

/** The label in a text, or in a body that holds one; `null` when there is none. */
export function labelIn(text: string): string | null {
  return pattern.exec(text)?.[1] ?? null;
}
