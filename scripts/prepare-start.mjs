import { build, builds, digestOfBuild } from "./start/builds.mjs";
import { digestOf } from "./start/digest.mjs";
import { install, isInstalled } from "./start/install.mjs";
import { readRecord, writeRecord } from "./start/record.mjs";

/*
 * Prepares `npm start`: installs what the gateway, its two pages and `parley` need, and builds the gateway and the pages.
 * Plain JavaScript for Node 20, without any installed package: better-sqlite3 crashes Node 20.
 */
const lock = digestOf(["pnpm-lock.yaml", "pnpm-workspace.yaml"]);
const record = readRecord();
if (record.lock !== lock || !isInstalled()) {
  install();
  record.lock = lock;
  writeRecord(record);
}

for (const one of builds) {
  const digest = digestOfBuild(one);
  if (digest !== null && digest === record[one.name]) continue;
  build(one);
  record[one.name] = digestOfBuild(one);
  writeRecord(record);
}
