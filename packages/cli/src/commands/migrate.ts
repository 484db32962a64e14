import { ParleyError } from "@parley/core";
import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { CommandError } from "../command-error.ts";
import { exampleTarget, withExamples } from "../input/examples.ts";
import { exitCodes } from "../exit-code.ts";
import { type JsonOption, printJson, withJson } from "../output/json-output.ts";
import { moveGateway } from "../migrate/move-gateway.ts";
import { parseMedia, parseSource, parseTarget } from "../migrate/move-locations.ts";
import type { Moved, MovedPart } from "../migrate/moved.ts";
import { printLine, printNotice } from "../output/print-line.ts";
import { type Column, Table } from "../output/table.ts";

interface MigrateOptions extends JsonOption {
  readonly from: string;
  readonly to?: string;
  readonly schema: string;
  readonly consoleSchema: string;
  readonly media?: string;
  readonly mediaTo?: string;
  readonly restart?: true;
}

/** `parley migrate` */
export function migrateCommand(program: Command, context: CommandContext): void {
  const command = program
    .command("migrate")
    .description(
      "Move all data of a stopped gateway from SQLite to PostgreSQL, and compare both; a second run continues where the first stopped.",
    )
    .requiredOption("--from <source>", "sqlite: and the gateway's data directory; it is only read")
    .option(
      "--to <url>",
      "postgres://user:password@host:5432/database; without it DATABASE_URL, which other users of the machine cannot see",
    )
    .option("--schema <name>", "schema in that database; created when it is missing", "parley")
    .option(
      "--console-schema <name>",
      "schema for the console's accounts; created when it is missing",
      "parley_console",
    )
    .option("--media <dir>", "media directory of the gateway; it is only read")
    .option("--media-to <dir>", "directory to copy its files to; created when it is missing")
    .option("--restart", "delete the data of an unfinished move from the schema, and start again");
  withExamples(
    withJson(command),
    `parley migrate --from sqlite:./data --to ${exampleTarget}`,
    `parley migrate --from sqlite:./data --to ${exampleTarget} --restart --json`,
  );
  command.action(async (options: MigrateOptions) => {
    const moved = await migrate(context, options);
    if (options.json) return printJson(context, JSON.stringify(moved));
    print(context, options, moved);
  });
}

async function migrate(context: CommandContext, options: MigrateOptions): Promise<Moved> {
  const { from, to, schema, consoleSchema, media, mediaTo, restart } = options;
  const move = {
    from: parseSource(from),
    to: parseTarget(to, context.env["DATABASE_URL"]),
    schema,
    consoleSchema,
    media: parseMedia(media, mediaTo),
    isAnew: restart === true,
  };
  try {
    return await moveGateway(context, move);
  } catch (error) {
    if (!ParleyError.is(error)) throw error;
    throw new CommandError(exitCodes.failed, error.message);
  }
}

const columns: readonly Column<MovedPart>[] = [
  { title: "moved", text: ({ name }) => name },
  { title: "entries", text: ({ entries }) => String(entries) },
  { title: "digest of both sides", text: ({ digest }) => digest, flexible: true },
];

function print(context: CommandContext, { from }: MigrateOptions, { parts }: Moved): void {
  new Table(context, columns).print(parts);
  const [before, now] = [entriesOf(parts, true), entriesOf(parts, false)];
  const all = [
    ...(now === null ? [] : [`${now} moved`]),
    ...(before === null ? [] : [`${before} had been moved before`]),
  ];
  printLine(context, `${all.join(", ")}; both sides are the same.`);
  printNotice(
    context,
    `Start no gateway on ${from} any more: messages that wait there would be sent twice.`,
  );
}

/** The total of the parts that an earlier run moved, or that this run moved; `null` when there are none. */
function entriesOf(parts: readonly MovedPart[], before: boolean): string | null {
  const those = parts.filter(({ wasMoved }) => wasMoved === before);
  const total = those.reduce((sum, { entries }) => sum + entries, 0);
  if (those.length === 0) return null;
  return total === 1 ? "1 entry" : `${total} entries`;
}
