import { createContext, useContext, useSyncExternalStore } from "react";
import type { Unsent } from "./open-unsent.ts";
import { nothingUnsent, type UnsentState } from "./unsent-state.ts";

export const UnsentContext = createContext<Unsent | null>(null);

/** Only below an `UnsentProvider`. */
export function useUnsent(): Unsent {
  const unsent = useContext(UnsentContext);
  if (unsent === null) throw new Error("there is no UnsentProvider around this");
  return unsent;
}

const never = (): (() => void) => () => undefined;

/** What is unsent now; nothing where nobody can write. */
export function useUnsentState(): UnsentState {
  const unsent = useContext(UnsentContext);
  return useSyncExternalStore(
    unsent?.store.subscribe ?? never,
    unsent?.store.getState ?? (() => nothingUnsent),
  );
}
