import { resolve } from "node:path";
import { readOptions } from "../harness/src/read-options.ts";
import { pathLines, readCoverage } from "./message-path/coverage.ts";

const page = `message-path: counts the files and functions that one visitor's message passes

  npm run message-path -- [options]

A gateway on SQLite with the Node ingress takes a few messages, one after the other. Counted is what runs in
packages/*/src for each of them, from the request until the agent app has it and the store has settled it.

  --long    the files and functions by name
  --help    this page
`;
const { values } = readOptions(page, { options: { long: { type: "boolean" } } });
const { coverMessages } = await import("../harness/src/message-path/one-message.ts");
const root = resolve(import.meta.dirname, "..");
const runs = readCoverage(await coverMessages(), root);
if (runs.length === 0) {
  console.error("No source file ran. Start it with: npm run message-path");
  process.exitCode = 1;
} else for (const line of pathLines(runs, values.long === true)) console.log(line);
