import type { ChannelList, ChannelView } from "@parley/admin-express/api";
import type { Command } from "commander";
import { channelColumns, printChannel } from "../output/channel-view.ts";
import type { CommandContext } from "../command-context.ts";
import { type ConnectionOptions, withConnection } from "../http/connection.ts";
import { withExamples } from "../input/examples.ts";
import { type JsonOption, printJson, withJson } from "../output/json-output.ts";
import { printNotice } from "../output/print-line.ts";
import { Table } from "../output/table.ts";
import { changeCommands } from "./channel-changes.ts";
import { secretCommands } from "./channel-secrets.ts";

/** `parley channels …` */
export function channelsCommand(program: Command, context: CommandContext): void {
  const group = program
    .command("channels")
    .description("Channels: one for each integrating system.");
  list(group, context);
  show(group, context);
  changeCommands(group, context);
  secretCommands(group, context);
}

function list(group: Command, context: CommandContext): void {
  const command = group.command("list").description("List all channels, oldest first.");
  withExamples(
    withJson(withConnection(command)),
    "parley channels list",
    "parley channels list --json > channels.json",
  );
  command.action(async (options: ConnectionOptions & JsonOption) => {
    const { text, body } = await context.api(options).ask<ChannelList>("GET", "/channels");
    if (options.json) return printJson(context, text);
    new Table(context, channelColumns).print(body.channels);
    if (body.channels.length === 0) printNotice(context, "There are no channels.");
  });
}

function show(group: Command, context: CommandContext): void {
  const command = group
    .command("show")
    .argument("<id>", "of the channel")
    .description("Show one channel with all its knobs; its secret is never shown again.");
  withExamples(withJson(withConnection(command)), "parley channels show shop");
  command.action(async (id: string, options: ConnectionOptions & JsonOption) => {
    const path = `/channels/${encodeURIComponent(id)}`;
    const { text, body } = await context.api(options).ask<ChannelView>("GET", path);
    if (options.json) printJson(context, text);
    else printChannel(context, body);
  });
}
