import { newDraftId } from "../message-key.ts";
import type { TextStorage } from "../sealed-storage.ts";

const entry = "parley.device";

/** The name of this browser for the gateway's copies of drafts: random, and the same in all tabs. */
export function deviceIn(storage: TextStorage | null): string {
  try {
    const known = storage?.getItem(entry) ?? "";
    if (/^[0-9a-f]{32}$/.test(known)) return known;
    const device = newDraftId();
    storage?.setItem(entry, device);
    return device;
  } catch {
    return newDraftId();
  }
}
