import { createContext } from "react";

/** Whether pages load pictures, recordings and photos of visitors without being asked. */
export const ShowMediaContext = createContext(false);
