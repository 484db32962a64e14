import type { Role } from "../../src/accounts/accounts.ts";
import { placesFor } from "../navigation.tsx";
import { goTo } from "../route.ts";

export interface PaletteItem {
  readonly id: string;
  /** What is found; of a visitor it is untrusted. */
  readonly label: string;
  readonly kind: "Conversation" | "Page" | "Action";
  readonly run: () => void;
}

/** The pages that this agent can open. */
export function pageItems(role: Role): readonly PaletteItem[] {
  const further = [{ label: "My account", address: "#/account" }];
  const forAdmins = [{ label: "Add a channel", address: "#/add-channel" }];
  return [...placesFor(role), ...further, ...(role === "admin" ? forAdmins : [])].map(
    ({ label, address }) => ({ id: address, label, kind: "Page", run: () => goTo(address) }),
  );
}

const shownAtMost = 30;

/** What the page knows, and after it what the gateway has found besides. */
export function withFound(
  known: readonly PaletteItem[],
  found: readonly PaletteItem[],
): readonly PaletteItem[] {
  const others = found.filter(({ id }) => known.every((each) => each.id !== id));
  return [...known, ...others].slice(0, shownAtMost);
}

/** Items whose name holds every word of the query; names that begin with it come first. */
export function paletteMatches(
  items: readonly PaletteItem[],
  query: string,
): readonly PaletteItem[] {
  const wanted = folded(query).trim();
  const words = wanted.split(/\s+/);
  return items
    .filter(({ label }) => words.every((word) => folded(label).includes(word)))
    .toSorted((one, other) => rank(one, wanted) - rank(other, wanted))
    .slice(0, shownAtMost);
}

function rank({ label }: PaletteItem, wanted: string): number {
  return folded(label).startsWith(wanted) ? 0 : 1;
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
