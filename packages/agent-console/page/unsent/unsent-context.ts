import { createContext, useContext, useSyncExternalStore } from "react";
import type { Unsent } from "./open-unsent.ts";
import { nothingUnsent, type UnsentState } from "./unsent-state.ts";

export const UnsentContext = createContext<Unsent | null>(null);

/** Works only below an `UnsentProvider`. */
export function useUnsent(): Unsent {
  const unsent = useContext(UnsentContext);
  if (unsent === null) throw new Error("there is no UnsentProvider around this");
  return unsent;
}

const never = (): (() => void) => () => undefined;

/**
 * Selects a part of the unsent state; nothing when the page is read-only. `select` must return a primitive or an object
 * of the state itself. The component renders again only when that changes.
 */
export function useUnsentState<Part>(select: (state: UnsentState) => Part): Part {
  const unsent = useContext(UnsentContext);
  return useSyncExternalStore(unsent?.store.subscribe ?? never, () =>
    select(unsent?.store.getState() ?? nothingUnsent),
  );
}
