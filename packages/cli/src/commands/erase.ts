import type { Erased } from "@parley/admin-express/api";
import type { Command } from "commander";
import type { AdminAnswer } from "../http/admin-client.ts";
import type { CommandContext } from "../command-context.ts";
import { type YesOption, withYes } from "../input/confirm.ts";
import { type ConnectionOptions, withConnection } from "../http/connection.ts";
import { countText } from "../output/count-text.ts";
import { exampleConversation, withExamples } from "../input/examples.ts";
import { identifier } from "../input/identifiers.ts";
import { type JsonOption, printJson, withJson } from "../output/json-output.ts";
import { printLine } from "../output/print-line.ts";

type EraseOptions = ConnectionOptions & JsonOption & YesOption;

/** `parley conversations erase` */
export function eraseConversation(group: Command, context: CommandContext): void {
  const command = group
    .command("erase")
    .argument("<id>", "of the conversation", identifier)
    .description("Erase a conversation with all its messages; waiting messages are not sent.");
  withExamples(
    withYes(withJson(withConnection(command))),
    `parley conversations erase ${exampleConversation} --yes`,
  );
  command.action(async (id: string, options: EraseOptions) => {
    const client = context.api(options);
    const path = `/conversations/${encodeURIComponent(id)}`;
    await client.ask("GET", path);
    await context.confirm(
      `Erase conversation ${id} with all its messages? This cannot be undone.`,
      options.yes === true,
    );
    await erase(context, () => client.ask("DELETE", path, { deadlineMs }), options);
  });
}

/** `parley visitors erase` */
export function visitorsCommand(program: Command, context: CommandContext): void {
  const group = program.command("visitors").description("The visitors of channels.");
  const command = group
    .command("erase")
    .description("Erase a visitor of a channel with all messages.")
    .requiredOption("--channel <id>", "of the visitor")
    .requiredOption("--visitor <id>", "sender.id, as text or as JSON");
  withExamples(
    withYes(withJson(withConnection(command))),
    "parley visitors erase --channel shop --visitor 42 --yes",
  );
  command.action(
    async (options: EraseOptions & { readonly channel: string; readonly visitor: string }) => {
      const { channel, visitor } = options;
      const client = context.api(options);
      await context.confirm(
        "Erase this visitor with all messages? This cannot be undone.",
        options.yes === true,
      );
      const body = { channel, visitor };
      const ask = () => client.ask<Erased>("POST", "/visitors/erase", { body, deadlineMs });
      await erase(context, ask, options);
    },
  );
}

async function erase(
  context: CommandContext,
  ask: () => Promise<AdminAnswer<Erased>>,
  { json }: JsonOption,
): Promise<void> {
  const { text, body } = await ask();
  if (json) return printJson(context, text);
  printLine(
    context,
    body.erased === 0
      ? "There was nothing to erase."
      : `${countText(body.erased, "conversation")} ${body.erased === 1 ? "was" : "were"} erased.`,
  );
}

const deadlineMs = 60_000;
