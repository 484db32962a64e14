import { createContext, useContext } from "react";
import type { FirstMinuteView } from "../../src/first-minute/first-minute-routes.ts";

export interface FirstMinute {
  /** `null` until it is loaded. */
  readonly view: FirstMinuteView | null;
  readonly reload: () => Promise<void>;
}

export const FirstMinuteContext = createContext<FirstMinute>({
  view: null,
  reload: () => Promise.resolve(),
});

export function useFirstMinute(): FirstMinute {
  return useContext(FirstMinuteContext);
}
