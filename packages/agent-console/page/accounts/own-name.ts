import { createContext } from "react";
import type { MeView } from "../../src/accounts/me-view.ts";

/** The signed-in agent's name, as it stands beside their messages. */
export const OwnNameContext = createContext("");

/** The signed-in agent's name and earlier ones: a message keeps the name that it was sent under. */
export const OwnNamesContext = createContext<readonly string[]>([]);

export function ownNamesOf({ account, ...me }: MeView): readonly string[] {
  // A node of the version before tells none.
  const { earlierNames = [] }: Partial<MeView> = me;
  return [account.name, ...earlierNames];
}
