import type { DeliveryView, RetryAccepted } from "@parley/admin-express/api";
import { type Command, Option } from "commander";
import type { CommandContext } from "../command-context.ts";
import { type ConnectionOptions, withConnection } from "../http/connection.ts";
import { printDelivery } from "../output/delivery-view.ts";
import { exampleConversation, exampleDelivery, withExamples } from "../input/examples.ts";
import { failureText } from "../output/failure-text.ts";
import { identifier } from "../input/identifiers.ts";
import { instantText } from "../input/instants.ts";
import { type JsonOption, printJson, withJson } from "../output/json-output.ts";
import { type PageOptions, printListing, withPages } from "../output/listing.ts";
import { printLine } from "../output/print-line.ts";
import type { Column } from "../output/table.ts";

interface ListOptions extends ConnectionOptions, JsonOption, PageOptions {
  readonly state?: "waiting" | "failed";
  readonly kind?: "inbound" | "outbound";
  readonly channel?: string;
  readonly conversation?: string;
}

/** `parley deliveries list|show|retry` */
export function deliveriesCommand(program: Command, context: CommandContext): void {
  const group = program
    .command("deliveries")
    .description("Deliveries of messages, and the result of every attempt.");
  list(group, context);
  show(group, context);
  retry(group, context);
}

const columns: readonly Column<DeliveryView>[] = [
  { title: "id", text: ({ id }) => id },
  { title: "channel", text: ({ channelId }) => channelId },
  { title: "kind", text: ({ kind }) => kind },
  {
    title: "state",
    text: ({ state }) => state,
    look: ({ state }) =>
      ({ waiting: "doubtful", delivered: "good", failed: "bad" } as const)[state],
  },
  { title: "attempts", text: ({ attempt }) => String(attempt) },
  { title: "accepted", text: ({ acceptedAt }) => instantText(acceptedAt) },
  { title: "why", text: ({ failure }) => failureText(failure), flexible: true },
];

function list(group: Command, context: CommandContext): void {
  const command = group
    .command("list")
    .description("List failed or waiting deliveries, or all of one conversation, newest first.")
    .addOption(
      new Option("--state <state>", "what to list (default: failed)")
        .choices(["waiting", "failed"])
        .conflicts("conversation"),
    )
    .addOption(
      new Option("--kind <kind>", "inbound: to agents; outbound: to visitors")
        .choices(["inbound", "outbound"])
        .conflicts("conversation"),
    )
    .addOption(new Option("--channel <id>", "of this channel alone").conflicts("conversation"))
    .option("--conversation <id>", "all deliveries of this conversation", identifier);
  withExamples(
    withPages(withJson(withConnection(command))),
    "parley deliveries list",
    "parley deliveries list --state waiting --kind outbound --channel shop",
    `parley deliveries list --conversation ${exampleConversation}`,
    "parley deliveries list --all --json",
  );
  command.action(({ state = "failed", kind, channel, conversation, ...options }: ListOptions) =>
    printListing<DeliveryView>(context, options, {
      path: "/deliveries",
      field: "deliveries",
      query: conversation === undefined ? { state, kind, channel } : { conversation },
      columns,
      none:
        conversation === undefined
          ? `No delivery ${state === "failed" ? "failed" : "waits"}.`
          : "There are no deliveries of such a conversation.",
    }),
  );
}

function show(group: Command, context: CommandContext): void {
  const command = group
    .command("show")
    .argument("<id>", "<conversationId>.<sequence>, as listed", identifier)
    .description("Show one delivery with every attempt: when, how long, and what came back.");
  withExamples(withJson(withConnection(command)), `parley deliveries show ${exampleDelivery}`);
  command.action(async (id: string, options: ConnectionOptions & JsonOption) => {
    const path = `/deliveries/${encodeURIComponent(id)}`;
    const { text, body } = await context.api(options).ask<DeliveryView>("GET", path);
    if (options.json) printJson(context, text);
    else printDelivery(context, body);
  });
}

function retry(group: Command, context: CommandContext): void {
  const command = group
    .command("retry")
    .argument("<id>", "<conversationId>.<sequence>, as listed", identifier)
    .description("Deliver a failed message again.");
  withExamples(withJson(withConnection(command)), `parley deliveries retry ${exampleDelivery}`);
  command.action(async (id: string, options: ConnectionOptions & JsonOption) => {
    const path = `/deliveries/${encodeURIComponent(id)}/retry`;
    const { text, body } = await context.api(options).ask<RetryAccepted>("POST", path);
    if (options.json) return printJson(context, text);
    printLine(context, `It is on its way again: parley deliveries show ${body.deliveryId}`);
  });
}
