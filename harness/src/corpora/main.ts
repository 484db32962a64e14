import { existsSync } from "node:fs";
import { corpora } from "./corpora.ts";
import { runCorpora } from "./run-corpora.ts";
import { readOptions } from "../read-options.ts";

const page = `corpora: inputs of other projects, at every endpoint and on every page

docs/reliability.md says where they come from.

  npm run corpora -- <directory>

  --help   this page
`;
const { positionals } = readOptions(page, { allowPositionals: true });
const [directory = ""] = positionals;
const say = (line: string): void => void process.stdout.write(`${line}\n`);
if (positionals.length !== 1 || !existsSync(directory)) {
  say("Name the one directory in which the corpora lie: npm run corpora -- <directory>");
  process.exitCode = 2;
} else {
  process.exitCode = (await runCorpora(corpora, directory, say)) ? 0 : 1;
}
