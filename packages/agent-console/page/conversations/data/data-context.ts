import { createContext, useContext } from "react";
import type { InboxData } from "./inbox-data.ts";

export const DataContext = createContext<InboxData | null>(null);
/** Number of conversations that the agent has not read. Nobody has any before signing in. */
export const UnreadContext = createContext(0);

/** Works only below a `DataProvider`. */
export function useInboxData(): InboxData {
  const data = useContext(DataContext);
  if (data === null) throw new Error("there is no DataProvider around this");
  return data;
}

/** Number of conversations that this agent has not read; `countLimit` stands for more. */
export function useUnreadCount(): number {
  return useContext(UnreadContext);
}
