import type {
  OwnerChanged,
  OwnerChangeView,
  OwnerCounts,
  OwnerHistory,
} from "@parley/admin-express/api";
import { type Command, InvalidArgumentError } from "commander";
import type { CommandContext } from "../command-context.ts";
import type { AdminClient } from "../http/admin-client.ts";
import { type ConnectionOptions, withConnection } from "../http/connection.ts";
import { exampleConversation, withExamples } from "../input/examples.ts";
import { identifier } from "../input/identifiers.ts";
import { instantText } from "../input/instants.ts";
import { type JsonOption, printJson, withJson } from "../output/json-output.ts";
import { type PageOptions, printListing, withPages } from "../output/listing.ts";
import { ownerText } from "../output/owner-text.ts";
import { printLine, printNotice } from "../output/print-line.ts";
import { type Column, Table } from "../output/table.ts";

/** How options name that a conversation belongs to nobody. No agent app can have this name. */
export const nobody = "-";

interface AssignOptions extends ConnectionOptions, JsonOption {
  readonly to: string;
  readonly assignee?: string;
  readonly why?: string;
  readonly fence?: number;
}

/** `parley conversations assign|owners|history` */
export function ownerCommands(group: Command, context: CommandContext): void {
  assign(group, context);
  owners(group, context);
  history(group, context);
}

function assign(group: Command, context: CommandContext): void {
  const command = group
    .command("assign")
    .argument("<id>", "of the conversation", identifier)
    .description("Give a conversation to an agent app; what waits goes along, and both are told.")
    .requiredOption("--to <backend>", "name of the agent app; - for nobody: the next one is chosen")
    .option("--assignee <name>", "who answers within the agent app (default: nobody in particular)")
    .option("--why <text>", "for the history, at most 1000 characters")
    .option(
      "--fence <n>",
      "refuse when the owner has another fence (default: the one now)",
      readFence,
    );
  withExamples(
    withJson(withConnection(command)),
    `parley conversations assign ${exampleConversation} --to default`,
    `parley conversations assign ${exampleConversation} --to default --assignee ann --why 'Ann knows her'`,
  );
  command.action(async (id: string, { to, assignee, why, fence, ...options }: AssignOptions) => {
    const client = context.api(options);
    const body = {
      fence: fence ?? (await fenceOf(client, id)),
      to: { backend: to === nobody ? null : to, ...(assignee !== undefined && { assignee }) },
      ...(why !== undefined && { why }),
    };
    const answer = await client.ask<OwnerChanged>("POST", pathOf(id), { body });
    if (options.json) return printJson(context, answer.text);
    const { owner } = answer.body;
    printLine(context, `It belongs to ${ownerText(owner)} now; its fence is ${owner.fence}.`);
  });
}

function pathOf(id: string): string {
  return `/conversations/${encodeURIComponent(id)}/owner`;
}

async function fenceOf(client: AdminClient, id: string): Promise<number> {
  const { body } = await client.ask<OwnerHistory>("GET", pathOf(id), { query: { limit: 1 } });
  return body.owner.fence;
}

function readFence(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("Expected a whole number.");
  return Number(text);
}

type Count = OwnerCounts["owners"][number];

const countColumns: readonly Column<Count>[] = [
  { title: "agent app", text: ({ backend }) => backend ?? "nobody" },
  { title: "assignee", text: ({ assignee }) => assignee ?? "", flexible: true },
  { title: "conversations", text: ({ conversations }) => String(conversations) },
];

function owners(group: Command, context: CommandContext): void {
  const command = group
    .command("owners")
    .description("Count the conversations of each agent app and assignee.");
  withExamples(withJson(withConnection(command)), "parley conversations owners");
  command.action(async (options: ConnectionOptions & JsonOption) => {
    const { text, body } = await context.api(options).ask<OwnerCounts>("GET", "/owners");
    if (options.json) return printJson(context, text);
    new Table(context, countColumns).print(body.owners);
    if (body.owners.length === 0) printNotice(context, "There are no conversations.");
  });
}

const changeColumns: readonly Column<OwnerChangeView>[] = [
  { title: "when", text: ({ at }) => instantText(at) },
  { title: "what", text: ({ name }) => name },
  { title: "from", text: ({ from }) => ownerText(from) },
  { title: "to", text: ({ to }) => ownerText(to) },
  { title: "fence", text: ({ fence }) => String(fence) },
  { title: "by", text: ({ by }) => by },
  { title: "why", text: ({ why }) => why ?? "", flexible: true },
];

function history(group: Command, context: CommandContext): void {
  const command = group
    .command("history")
    .argument("<id>", "of the conversation", identifier)
    .description("List the changes of a conversation's owner, newest first.");
  withExamples(
    withPages(withJson(withConnection(command))),
    `parley conversations history ${exampleConversation}`,
  );
  command.action((id: string, options: ConnectionOptions & JsonOption & PageOptions) =>
    printListing<OwnerChangeView>(context, options, {
      path: pathOf(id),
      field: "changes",
      columns: changeColumns,
      none: "Its owner has never changed.",
    }),
  );
}
