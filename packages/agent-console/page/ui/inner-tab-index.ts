import { createContext, useContext } from "react";

/**
 * `tabIndex` of links and buttons inside a list whose entries get the focus by arrow keys: only those of the focused
 * entry are tab stops. Default: every one is.
 */
export const InnerTabIndexContext = createContext<0 | -1>(0);

export function useInnerTabIndex(): 0 | -1 {
  return useContext(InnerTabIndexContext);
}
