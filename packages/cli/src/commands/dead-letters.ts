import type { DeadLetterView } from "@parley/admin-express/api";
import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { CommandError } from "../command-error.ts";
import { type ConnectionOptions, withConnection } from "../http/connection.ts";
import { exampleDelivery, withExamples } from "../input/examples.ts";
import { exitCodes } from "../exit-code.ts";
import { failureText } from "../output/failure-text.ts";
import { identifier } from "../input/identifiers.ts";
import { instantText } from "../input/instants.ts";
import { type JsonOption, printJson, withJson } from "../output/json-output.ts";
import { type PageOptions, printListing, withPages } from "../output/listing.ts";
import { printLine } from "../output/print-line.ts";
import type { Column } from "../output/table.ts";

/** `parley dead-letters list|redeliver` */
export function deadLettersCommand(program: Command, context: CommandContext): void {
  const group = program
    .command("dead-letters")
    .description(
      "Visitors' messages that were set aside because the agent app cannot process them.",
    );
  list(group, context);
  redeliver(group, context);
}

const columns: readonly Column<DeadLetterView>[] = [
  { title: "id", text: ({ conversationId, sequence }) => `${conversationId}.${sequence}` },
  { title: "channel", text: ({ channelId }) => channelId },
  { title: "accepted", text: ({ acceptedAt }) => instantText(acceptedAt) },
  { title: "why", text: ({ failure }) => failureText(failure), flexible: true },
];

function list(group: Command, context: CommandContext): void {
  const command = group.command("list").description("List dead letters, newest first.");
  withExamples(
    withPages(withJson(withConnection(command))),
    "parley dead-letters list",
    "parley dead-letters list --all --json",
  );
  command.action((options: ConnectionOptions & JsonOption & PageOptions) =>
    printListing<DeadLetterView>(context, options, {
      path: "/dead-letters",
      field: "deadLetters",
      columns,
      none: "There are no dead letters.",
    }),
  );
}

function redeliver(group: Command, context: CommandContext): void {
  const command = group
    .command("redeliver")
    .argument("<id>", "<conversationId>.<sequence>, as listed", identifier)
    .description("Offer a dead letter to the agent app again.");
  withExamples(
    withJson(withConnection(command)),
    `parley dead-letters redeliver ${exampleDelivery}`,
  );
  command.action(async (id: string, options: ConnectionOptions & JsonOption) => {
    const parts = /^([A-Za-z0-9_-]{1,32})\.([1-9]\d*)$/.exec(id);
    if (parts === null) {
      throw new CommandError(
        exitCodes.usage,
        "A dead letter's id is <conversationId>.<sequence>, as dead-letters list shows it.",
      );
    }
    const path = `/dead-letters/${parts[1]}/${parts[2]}/redeliver`;
    const { text } = await context.api(options).ask("POST", path);
    if (options.json) return printJson(context, text);
    printLine(context, "It is offered to the agent app again.");
  });
}
