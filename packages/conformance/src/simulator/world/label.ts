const pattern = /zq:([A-Za-z0-9]+)-qz/;
/** Part of every text of a person, so that a leak can be found. No drawn id holds a colon. */
export const canary = "zq:";

/** A text that identifies its message. `long`: so long that it is split into two messages. */
export function textOf(label: string, long: boolean): string {
  return `${canary}${label}-qz `.repeat(long ? 200 : 1).trimEnd();
}

/** The label in a text, or in a body that holds one; `null` when there is none. */
export function labelIn(text: string): string | null {
  return pattern.exec(text)?.[1] ?? null;
}
