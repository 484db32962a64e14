import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
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
  readonly media?: string;
}

/** Name of the archive that a media directory writes into a backup. */
const mediaArchive = "media.tar";

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
    )
    .option("--media <dir>", "media directory; default: media in the data directory");
  withExamples(
    withYes(withJson(command)),
    `parley restore ${exampleBackup} --data ./restored`,
    `parley restore ${exampleBackup} --data ./restored --replace --yes`,
  );
  command.action(async (from: string, options: RestoreCommandOptions) => {
    const { data: directory, replace, fileName, media = join(directory, "media") } = options;
    if (replace) {
      await context.confirm(
        `Replace the files in ${directory} with the backup?`,
        options.yes === true,
      );
    }
    if (existsSync(join(from, mediaArchive)) && replace !== true) await checkEmpty(media);
    const restored = await restore(context, {
      from,
      directory,
      replace: replace === true,
      ...(fileName !== undefined && { fileName }),
    });
    const { manifest, movedTo } = restored;
    const hasMedia = manifest.files.some(({ name }) => name === mediaArchive);
    const unpacked = hasMedia
      ? await unpackMedia(context, { data: directory, media, replace: replace === true })
      : null;
    const all = { ...restored, ...(unpacked !== null && { media: unpacked }) };
    if (options.json) return printJson(context, JSON.stringify(all));
    printFacts(context, [
      ["directory", directory],
      ["taken", instantText(manifest.takenAt)],
      ["files", manifest.files.map(({ name }) => name).join(", ")],
      ...(unpacked === null ? [] : [["media", `${unpacked.files} in ${media}`] satisfies Fact]),
      ...[movedTo, unpacked?.movedTo ?? null]
        .filter((moved) => moved !== null)
        .map((moved): Fact => ["moved aside", moved]),
    ]);
  });
}

/** Errors in the arguments, found before anything was written. */
const nothingDone: ReadonlySet<string> = new Set(["backup-damaged", "restore-not-empty"]);
const replaceAdvice = "With --replace, these files are moved aside.";
const mediaAdvice =
  "The store is restored, its media are not: run the command again with --replace.";

/** Before anything is written: the store and its media belong together. */
async function checkEmpty(media: string): Promise<void> {
  const present = await readdir(media).catch(() => []);
  if (present.length === 0) return;
  throw new CommandError(
    exitCodes.usage,
    `${media} already holds media: restore into an empty directory, or replace these files.`,
    replaceAdvice,
  );
}

/** The archive was compared with the manifest. It is deleted once its files are there. */
async function unpackMedia(
  context: CommandContext,
  { data, media, replace }: { data: string; media: string; replace: boolean },
) {
  const { restoreMedia } = await import("@parley/media-directory");
  const archive = join(data, mediaArchive);
  const progress = context.progress("Media", null);
  try {
    const { signal } = context;
    const restored = await restoreMedia({ archive, directory: media, replace, signal });
    await rm(archive);
    return restored;
  } catch (error) {
    if (!ParleyError.is(error)) throw error;
    throw new CommandError(exitCodes.failed, error.message, mediaAdvice);
  } finally {
    progress.end();
  }
}

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
