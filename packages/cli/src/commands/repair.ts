import { ParleyError } from "@parley/core";
import type { Disagreement, RepairResult } from "@parley/store-sqlite";
import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { CommandError } from "../command-error.ts";
import { exitCodes } from "../exit-code.ts";
import { withExamples } from "../input/examples.ts";
import { type JsonOption, printJson, withJson } from "../output/json-output.ts";
import { printLine } from "../output/print-line.ts";
import { type Column, Table } from "../output/table.ts";

interface RepairOptions extends JsonOption {
  readonly data: string;
  readonly check?: true;
  readonly acceptLoss?: true;
  readonly fileName?: string;
}

/** `parley repair` */
export function repairCommand(program: Command, context: CommandContext): void {
  const command = program
    .command("repair")
    .description(
      "Compare what the SQLite store computes from messages (indexes, counts, lanes) with the messages, and compute it anew; no gateway may run.",
    )
    .requiredOption("--data <dir>", "data directory of a stopped gateway")
    .option("--check", "change nothing; exit code 1 when something disagrees")
    .option("--accept-loss", "repair a file that has lost messages, and go on without them")
    .option(
      "--file-name <name>",
      "file name of the store's database, if the host chose another one",
    );
  withExamples(
    withJson(command),
    "parley repair --data ./data --check",
    "parley repair --data ./data",
  );
  command.action(async (options: RepairOptions) => {
    const result = await repair(context, options);
    const isCheck = options.check === true;
    if (isCheck && result.found.length > 0) context.endWith(exitCodes.failed);
    if (options.json) return printJson(context, JSON.stringify(result));
    print(context, result, isCheck);
  });
}

async function repair(
  context: CommandContext,
  { data: directory, check, acceptLoss, fileName }: RepairOptions,
): Promise<RepairResult> {
  // Imported here only, because it loads the database engine.
  const { repairStore } = await import("@parley/store-sqlite");
  const progress = context.progress(check === true ? "Checking" : "Repairing", null);
  try {
    return await repairStore({
      directory,
      isDry: check === true,
      acceptsLoss: acceptLoss === true,
      ...(fileName !== undefined && { fileName }),
      onStep: (done, total) => progress.update(done, total),
      signal: context.signal,
    });
  } catch (error) {
    if (!ParleyError.is(error)) throw error;
    throw new CommandError(exitCodes.failed, error.message);
  } finally {
    progress.end();
  }
}

const columns: readonly Column<Disagreement>[] = [
  { title: "disagreed with the messages", text: ({ name }) => name, flexible: true },
  { title: "rows", text: ({ rows }) => String(rows) },
];

function print(context: CommandContext, { found, keptAs }: RepairResult, isCheck: boolean): void {
  if (found.length === 0) return printLine(context, "Everything agrees with the messages.");
  new Table(context, columns).print(found);
  const lost = found.filter(({ isLoss }) => isLoss === true);
  for (const { name, rows } of lost) printLine(context, `${rows} ${name}: compare a backup.`);
  if (keptAs !== null) printLine(context, `The file as it was is kept as ${keptAs}.`);
  const rest = lost.length > 0 ? "the rest" : "it";
  printLine(context, isCheck ? "Nothing was changed." : `All of ${rest} was computed anew.`);
}
