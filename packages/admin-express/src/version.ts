import { readFileSync } from "node:fs";

const packageFile = new URL("../package.json", import.meta.url);

/** Version of this package. */
export const ownVersion = (JSON.parse(readFileSync(packageFile, "utf8")) as { version: string })
  .version;
