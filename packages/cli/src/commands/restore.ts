import { ParleyError } from "@parley/core";
import type { RestoreOptions } from "@parley/store-sqlite";
import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { CommandError } from "../command-error.ts";
import { type YesOption, withYes } from "../input/confirm.ts";
import { exampleBackup, withExamples } from "../input/examples.ts";
import { exitCodes } from "../exit-code.ts";
import { type Fact, printFacts } from "../output/facts.ts";
import { instantText } from "../input/instants.ts";
import { type JsonOption, printJson, withJson } from "../output/json-output.ts";

interface RestoreCommandOptions extends JsonOption, YesOption {
  readonly data: string;
  readonly replace?: true;
  readonly fileName?: string;
}

/** `parley restore` */
export function restoreCommand(program: Command, context: CommandContext): void {
  const command = program
    .command("restore")
    .argument("<backup>", "directory of a backup")
    .description(
      "Restore a backup into a data directory that no gateway uses; every file is checked first.",
    )
    .requiredOption("--data <dir>", "data directory; created when it is missing")
    .option("--replace", "move existing files aside")
    .option(
      "--file-name <name>",
      "file name of the store's database, if the host chose another one",
    );
  withExamples(
    withYes(withJson(command)),
    `parley restore ${exampleBackup} --data ./restored`,
    `parley restore ${exampleBackup} --data ./restored --replace --yes`,
  );
  command.action(async (from: string, options: RestoreCommandOptions) => {
    const { data: directory, replace, fileName } = options;
    if (replace) {
      await context.confirm(
        `Replace the files in ${directory} with the backup?`,
        options.yes === true,
      );
    }
    const restored = await restore(context, {
      from,
      directory,
      replace: replace === true,
      ...(fileName !== undefined && { fileName }),
    });
    if (options.json) return printJson(context, JSON.stringify(restored));
    const { manifest, movedTo } = restored;
    printFacts(context, [
      ["directory", directory],
      ["taken", instantText(manifest.takenAt)],
      ["files", manifest.files.map(({ name }) => name).join(", ")],
      ...(movedTo === null ? [] : [["moved aside", movedTo] satisfies Fact]),
    ]);
  });
}

/** Errors in the arguments, found before anything was written. */
const nothingDone: ReadonlySet<string> = new Set(["backup-damaged", "restore-not-empty"]);
const replaceAdvice = "With --replace, these files are moved aside.";

async function restore(
  context: CommandContext,
  asked: Pick<RestoreOptions, "from" | "directory" | "replace" | "fileName">,
) {
  // Imported here only, because it loads the database engine.
  const { restoreBackup } = await import("@parley/store-sqlite");
  const progress = context.progress("Files", null);
  let files = 0;
  const onFile = () => progress.update((files += 1));
  try {
    return await restoreBackup({ ...asked, onFile, signal: context.signal });
  } catch (error) {
    if (!ParleyError.is(error)) throw error;
    const advice = error.code === "restore-not-empty" ? [replaceAdvice] : [];
    const code = nothingDone.has(error.code) ? exitCodes.usage : exitCodes.failed;
    throw new CommandError(code, error.message, ...advice);
  } finally {
    progress.end();
  }
}
