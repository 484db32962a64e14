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

/**
 * A part of what is unsent now; nothing where nobody can write. `select` returns a primitive, or what the state itself
 * holds: a component is rendered again only when that is another one.
 */
export function useUnsentState<Part>(select: (state: UnsentState) => Part): Part {
  const unsent = useContext(UnsentContext);
  return useSyncExternalStore(unsent?.store.subscribe ?? never, () =>
    select(unsent?.store.getState() ?? nothingUnsent),
  );
}
