import type { ConversationView } from "@parley/admin-express/api";
import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { type ConnectionOptions, withConnection } from "../http/connection.ts";
import { messageColumns, printConversation } from "../output/conversation-view.ts";
import { exampleConversation, withExamples } from "../input/examples.ts";
import { identifier } from "../input/identifiers.ts";
import { instantText } from "../input/instants.ts";
import { type JsonOption, printJson, withJson } from "../output/json-output.ts";
import { type PageOptions, printListing, withPages } from "../output/listing.ts";
import type { Column } from "../output/table.ts";
import { isOwnerTold, ownerText } from "../output/owner-text.ts";
import { eraseConversation } from "./erase.ts";
import { exportConversations } from "./export.ts";
import { ownerCommands } from "./owners.ts";

interface ListOptions extends ConnectionOptions, JsonOption, PageOptions {
  readonly channel?: string;
  readonly visitor?: string;
  readonly backend?: string;
  readonly assignee?: string;
}

/** `parley conversations …` */
export function conversationsCommand(program: Command, context: CommandContext): void {
  const group = program.command("conversations").description("Conversations and their messages.");
  list(group, context);
  show(group, context);
  messages(group, context);
  exportConversations(group, context);
  eraseConversation(group, context);
  ownerCommands(group, context);
}

const columns: readonly Column<ConversationView>[] = [
  { title: "id", text: ({ id }) => id },
  { title: "channel", text: ({ channelId }) => channelId },
  { title: "latest message", text: ({ lastMessageAt }) => instantText(lastMessageAt) },
  { title: "visitor", text: ({ visitorId }) => visitorId, flexible: true },
  { title: "name", text: ({ profile }) => profile.name ?? "" },
];

const ownerColumn: Column<ConversationView> = {
  title: "owner",
  text: ({ owner }) => ownerText(owner),
};

/** With one agent app the owner tells nothing. A gateway of an earlier version has none. */
function columnsOf(shown: readonly Partial<ConversationView>[]): typeof columns {
  const isTold = shown.some(({ owner }) => owner !== undefined && isOwnerTold(owner));
  return isTold ? [...columns.slice(0, 2), ownerColumn, ...columns.slice(2)] : columns;
}

function list(group: Command, context: CommandContext): void {
  const command = group
    .command("list")
    .description("List conversations, newest activity first.")
    .option("--channel <id>", "of this channel alone")
    .option("--visitor <id>", "of this visitor of the channel: sender.id, as text or as JSON")
    .option("--backend <name>", "owned by this agent app; - for nobody")
    .option("--assignee <name>", "of this assignee");
  withExamples(
    withPages(withJson(withConnection(command))),
    "parley conversations list",
    "parley conversations list --channel shop --visitor 42",
    "parley conversations list --backend default --assignee ann",
    "parley conversations list --all --json",
  );
  command.action(({ channel, visitor, backend, assignee, ...options }: ListOptions) =>
    printListing<ConversationView>(context, options, {
      path: "/conversations",
      field: "conversations",
      query: { channel, visitor, backend, assignee },
      columns: columnsOf,
      none: "There are no such conversations.",
    }),
  );
}

function show(group: Command, context: CommandContext): void {
  const command = group
    .command("show")
    .argument("<id>", "of the conversation", identifier)
    .description("Show the visitor of a conversation.");
  withExamples(
    withJson(withConnection(command)),
    `parley conversations show ${exampleConversation}`,
  );
  command.action(async (id: string, options: ConnectionOptions & JsonOption) => {
    const path = `/conversations/${encodeURIComponent(id)}`;
    const { text, body } = await context.api(options).ask<ConversationView>("GET", path);
    if (options.json) printJson(context, text);
    else printConversation(context, body);
  });
}

function messages(group: Command, context: CommandContext): void {
  const command = group
    .command("messages")
    .argument("<id>", "of the conversation", identifier)
    .description("List a conversation's newest messages, oldest first within each page.");
  withExamples(
    withPages(withJson(withConnection(command))),
    `parley conversations messages ${exampleConversation} --limit 20`,
  );
  command.action((id: string, options: ConnectionOptions & JsonOption & PageOptions) =>
    printListing(context, options, {
      path: `/conversations/${encodeURIComponent(id)}/messages`,
      field: "messages",
      columns: messageColumns,
      none: "There are no messages.",
    }),
  );
}
