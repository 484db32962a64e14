import { parseArgs } from "node:util";
import { type Kind, kindNames, kinds } from "./kind.ts";
import { UsageError } from "./usage-error.ts";

const rows = kindNames.map((kind) => `  --${kind.padEnd(9)} ${kinds[kind]}`);

export const page = `create-agent-backend: begins a plugin for an agent app

  create-agent-backend <directory> --http|--polling|--plain

The last part of <directory> is the name of the package. It must be empty or missing, and in no workspace.
On a terminal, what is left out is asked for.

${rows.join("\n")}
  --help      this page
`;

/** What was typed; `null`: left out. */
export interface CommandLine {
  readonly help: boolean;
  readonly directory: string | null;
  readonly kind: Kind | null;
}

/** @throws UsageError */
export function readCommandLine(words: readonly string[]): CommandLine {
  const { values, positionals } = parsed(words);
  const chosen = kindNames.filter((kind) => values[kind] === true);
  const [directory = null, another] = positionals;
  if (another !== undefined)
    throw new UsageError(`Give one directory, not "${directory}" and "${another}".`);
  if (chosen.length > 1) throw new UsageError(`Give one kind, not --${chosen.join(" and --")}.`);
  return { help: values["help"] === true, directory, kind: chosen[0] ?? null };
}

function parsed(words: readonly string[]) {
  const option = { type: "boolean" } as const;
  const options = Object.fromEntries([...kindNames, "help"].map((name) => [name, option]));
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    const [sentence = ""] = (error as Error).message.split(". ");
    throw new UsageError(
      `${sentence.replace(/\.$/, "")}. The kinds are --${kindNames.join(", --")}; --help shows more.`,
    );
  }
}
