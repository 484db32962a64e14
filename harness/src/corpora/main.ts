import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { corpora } from "./corpora.ts";
import { runCorpora } from "./run-corpora.ts";

/*
 * Inputs that nobody here wrote, at every door and on every page. docs/reliability.md says where they come from.
 * Run: npm run corpora -- <directory>
 */
const { positionals } = parseArgs({ allowPositionals: true });
const [directory = ""] = positionals;
const say = (line: string): void => void process.stdout.write(`${line}\n`);
if (positionals.length !== 1 || !existsSync(directory)) {
  say("Name the one directory in which the corpora lie: npm run corpora -- <directory>");
  process.exitCode = 2;
} else {
  process.exitCode = (await runCorpora(corpora, directory, say)) ? 0 : 1;
}
