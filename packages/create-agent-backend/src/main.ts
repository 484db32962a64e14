#!/usr/bin/env node
import { run } from "./run.ts";

const { stdin, stdout, stderr } = process;
process.exitCode = await run(process.argv.slice(2), {
  stdin,
  stdout,
  stderr,
  currentDirectory: process.cwd(),
});
