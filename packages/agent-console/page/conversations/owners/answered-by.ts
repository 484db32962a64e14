import { createContext } from "react";

/** What an agent app is called whose name is not known. */
export const anotherApp = "Another agent app";

/** Name of the other agent app that answers the open conversation; `null`: the console does. */
export const AnsweredByContext = createContext<string | null>(null);
