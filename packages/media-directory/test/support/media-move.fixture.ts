import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

/** A move of media in a process that kills itself after a step on disk. The steps are counted from 1. */
const [from = "", to = "", diesAfter = ""] = process.argv.slice(2);
let steps = 0;

const step = () => {
  steps += 1;
  if (steps === Number(diesAfter)) process.kill(process.pid, "SIGKILL");
};

// Patched before the package is loaded, which then gets these functions.
const { mkdir, open, rename, writeFile } = fs;
fs.rename = (...all) => rename(...all).finally(step);
fs.writeFile = (...all) => writeFile(...all).finally(step);
fs.mkdir = ((...all: Parameters<typeof mkdir>) => mkdir(...all).finally(step)) as typeof mkdir;
fs.open = async (...all) => {
  const handle = await open(...all);
  step();
  return handle;
};
syncBuiltinESMExports();
const { moveMedia } = await import("../../src/index.ts");
await moveMedia({ from, to });
