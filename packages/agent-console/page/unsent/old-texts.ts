import { entriesOf, entryPrefix, type TextStorage } from "./sealed-storage.ts";

const keptMs = 30 * 24 * 60 * 60 * 1_000;
const keptOfOthers = 200;

/** Deletes texts of absent accounts after 30 days, and the oldest ones beyond 200. */
export function removeOldTexts(
  storage: TextStorage | null,
  ownAccountId: string,
  now: number,
): void {
  const ofOthers = entriesOf(storage)
    .filter((entry) => !entry.startsWith(`${entryPrefix}${ownAccountId}/`))
    .map((entry) => ({ entry, savedAt: savedAtOf(storage?.getItem(entry) ?? "") }))
    .toSorted((one, other) => other.savedAt - one.savedAt);
  for (const [index, { entry, savedAt }] of ofOthers.entries()) {
    if (index >= keptOfOthers || savedAt + keptMs <= now) storage?.removeItem(entry);
  }
}

function savedAtOf(text: string): number {
  return Number(text.split(".", 1)[0]) || 0;
}
