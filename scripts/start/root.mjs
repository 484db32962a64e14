import { fileURLToPath } from "node:url";

/** Of the repository, and the directory that `npm start` runs in. */
export const root = fileURLToPath(new URL("../..", import.meta.url));
process.chdir(root);
