import { parseArgs, type ParseArgsConfig } from "node:util";

/** Parses the arguments. `--help` prints the page. An unknown option ends the program with exit code 2. */
export function readOptions<const Config extends ParseArgsConfig>(page: string, config: Config) {
  if (process.argv.slice(2).includes("--help")) {
    process.stdout.write(page);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    const [sentence = ""] = (error as Error).message.split(". ");
    process.stderr.write(`${sentence.replace(/\.$/, "")}. --help shows the options.\n`);
    process.exit(2);
  }
}
