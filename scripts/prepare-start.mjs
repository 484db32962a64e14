import { existsSync } from "node:fs";
import { build, builtDirectories, pageSources } from "./start/pages.mjs";
import { digestOf } from "./start/digest.mjs";
import { install, isInstalled } from "./start/install.mjs";
import { readRecord, writeRecord } from "./start/record.mjs";

/* Prepares `npm start`: installs what the gateway, its two pages and `parley` need, and builds the
   pages. The rest runs from source. Plain JavaScript for Node 20, without any installed package:
   better-sqlite3 crashes Node 20. */
const lock = digestOf(["pnpm-lock.yaml", "pnpm-workspace.yaml"]);
const record = readRecord();
if (record.lock !== lock || !isInstalled()) {
  install();
  writeRecord({ lock });
}

const isBuilt = () => builtDirectories.every((directory) => existsSync(directory));
const pages = () => digestOf(["pnpm-lock.yaml", ...pageSources, ...builtDirectories]);
if (!isBuilt() || record.pages !== pages()) {
  build();
  writeRecord({ lock, pages: pages() });
}
