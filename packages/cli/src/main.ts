#!/usr/bin/env node
import { processContext } from "./process-context.ts";
import { run } from "./run.ts";

// `parley … | head` closes the pipe early, which is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    process.exit(error.code === "EPIPE" ? process.exitCode : 1);
  });
}

const context = processContext();
const code = await run(process.argv.slice(2), context);
process.exitCode = code === 0 ? context.code : code;
