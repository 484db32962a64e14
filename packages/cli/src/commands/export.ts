import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { CommandError } from "../command-error.ts";
import { type ConnectionOptions, withConnection } from "../http/connection.ts";
import { exampleConversation, withExamples } from "../input/examples.ts";
import { exitCodes } from "../exit-code.ts";
import { exportToFile, exportToOutput } from "../http/export-stream.ts";
import { identifier } from "../input/identifiers.ts";
import { type JsonOption, withJson } from "../output/json-output.ts";

interface ExportOptions extends ConnectionOptions, JsonOption {
  readonly channel?: string;
  readonly out?: string;
  readonly replace?: true;
}

/** `parley conversations export` */
export function exportConversations(group: Command, context: CommandContext): void {
  const command = group
    .command("export")
    .argument("[id]", "of one conversation; without it all are exported", identifier)
    .description(
      "Write conversations and their messages as JSON lines, with and without --json; the last line says how many.",
    )
    .option("--channel <id>", "all of this channel")
    .option("--out <file>", "into a file that only you can read")
    .option("--replace", "overwrite the file when it is there");
  withExamples(
    withJson(withConnection(command)),
    `parley conversations export ${exampleConversation}`,
    "parley conversations export --channel shop --out shop.jsonl",
    "parley conversations export --out all.jsonl --replace --json",
  );
  command.action(async (id: string | undefined, options: ExportOptions) => {
    const { channel, out, replace, json } = options;
    if (id !== undefined && channel !== undefined)
      throw new CommandError(exitCodes.usage, "Give one conversation's id or --channel, not both.");
    const path = id === undefined ? "/export" : `/conversations/${encodeURIComponent(id)}/export`;
    const open = () => context.api(options).stream(path, { query: { channel } });
    await (out === undefined
      ? exportToOutput(context, open)
      : exportToFile(context, open, { path: out, replace: replace === true, json: json === true }));
  });
}
