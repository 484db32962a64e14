#!/usr/bin/env node
import { exitCodes } from "./exit-code.ts";
import { processContext } from "./process-context.ts";
import { run } from "./run.ts";
import { oldNodeFault } from "./version.ts";

// `parley … | head` closes the pipe early. That is not an error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    process.exit(error.code === "EPIPE" ? process.exitCode : 1);
  });
}

const fault = oldNodeFault(process.versions.node);
if (fault === null) {
  const context = processContext();
  const code = await run(process.argv.slice(2), context);
  process.exitCode = code === 0 ? context.code : code;
} else {
  process.stderr.write(`${fault}\n`);
  process.exitCode = exitCodes.usage;
}
