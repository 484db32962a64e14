import { createContext } from "react";

/** The name of whoever is signed in, as it stands beside what they wrote. */
export const OwnNameContext = createContext("");
