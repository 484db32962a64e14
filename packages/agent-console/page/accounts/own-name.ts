import { createContext } from "react";

/** The signed-in agent's name, as it stands beside their messages. */
export const OwnNameContext = createContext("");
