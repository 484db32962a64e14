import type { ChannelView, IssuedChannelView } from "@parley/admin-express/api";
import type { ChannelKnobs } from "@parley/core";
import type { Command } from "commander";
import { printChannel } from "../output/channel-view.ts";
import type { CommandContext } from "../command-context.ts";
import { CommandError } from "../command-error.ts";
import { type YesOption, withYes } from "../input/confirm.ts";
import { type ConnectionOptions, withConnection } from "../http/connection.ts";
import { withExamples } from "../input/examples.ts";
import { exitCodes } from "../exit-code.ts";
import { printSecrets } from "../output/issued-secrets.ts";
import { type JsonOption, printJson, withJson } from "../output/json-output.ts";
import { givenKnobs, withKnobs } from "../input/knobs.ts";
import { printLine, printNotice } from "../output/print-line.ts";

type ChangeOptions = ConnectionOptions & JsonOption & Partial<ChannelKnobs>;

/** `parley channels add|set|remove` */
export function changeCommands(group: Command, context: CommandContext): void {
  add(group, context);
  set(group, context);
  remove(group, context);
}

function add(group: Command, context: CommandContext): void {
  const command = group
    .command("add")
    .argument("<id>", "1 to 64 characters of A-Z a-z 0-9 _ -")
    .argument("<chatApiUrl>", "URL for agent messages; the id is appended, or replaces {channel}")
    .description(
      "Add a channel, and print its URLs with the channel secret, which are shown only once.",
    );
  withExamples(
    withJson(withConnection(withKnobs(command))),
    "parley channels add boutique https://boutique.example/chat",
    "parley channels add kiosk 'https://kiosk.example/{channel}/chat' --acknowledge any-2xx --hidden-error-codes 100,200",
  );
  command.action(async (id: string, chatApiUrl: string, options: ChangeOptions) => {
    const body = { id, chatApiUrl, ...givenKnobs(options) };
    const answer = await context.api(options).ask<IssuedChannelView>("POST", "/channels", { body });
    if (options.json) return printJson(context, answer.text);
    printLine(context, `Channel ${id} was added.`);
    printSecrets(context, answer.body);
    adviseDoctor(context, id, options);
  });
}

function set(group: Command, context: CommandContext): void {
  const command = group
    .command("set")
    .argument("<id>", "of the channel")
    .description("Change a channel's receiver or knobs; the other settings stay.")
    .option("--chat-api-url <url>", "takes agent messages");
  withExamples(
    withJson(withConnection(withKnobs(command))),
    "parley channels set shop --acknowledge any-2xx",
    "parley channels set shop --chat-api-url https://shop.example/chat --hidden-error-codes none",
  );
  command.action(async (id: string, options: ChangeOptions & { readonly chatApiUrl?: string }) => {
    const { chatApiUrl } = options;
    const body = { ...(chatApiUrl !== undefined && { chatApiUrl }), ...givenKnobs(options) };
    if (Object.keys(body).length === 0) {
      throw new CommandError(
        exitCodes.usage,
        "There is nothing to set.",
        "Name at least one option, such as --chat-api-url or --acknowledge.",
      );
    }
    const path = `/channels/${encodeURIComponent(id)}`;
    const answer = await context.api(options).ask<ChannelView>("PATCH", path, { body });
    if (options.json) return printJson(context, answer.text);
    printChannel(context, answer.body);
    if (chatApiUrl !== undefined) adviseDoctor(context, id, options);
  });
}

/** The gateway accepts any URL. `parley doctor` finds out whether it works, before the first message does. */
function adviseDoctor(
  context: CommandContext,
  id: string,
  { url, token, data }: ConnectionOptions,
): void {
  const isRemote = [url, token, data].some((option) => option !== undefined);
  const alike = isRemote ? ", with the same options for the gateway" : "";
  printNotice(context, `Check whether its receiver works: parley doctor --channel=${id}${alike}`);
}

function remove(group: Command, context: CommandContext): void {
  const command = group
    .command("remove")
    .argument("<id>", "of the channel")
    .description("Remove a channel: its addresses answer 404, and waiting agent messages fail.");
  withExamples(withYes(withJson(withConnection(command))), "parley channels remove shop --yes");
  command.action(async (id: string, options: ConnectionOptions & JsonOption & YesOption) => {
    const client = context.api(options);
    const path = `/channels/${encodeURIComponent(id)}`;
    await client.ask("GET", path);
    await context.confirm(`Remove channel ${id}? This cannot be undone.`, options.yes === true);
    await client.ask("DELETE", path);
    if (options.json) return printJson(context, JSON.stringify({ id, removed: true }));
    printLine(context, `Channel ${id} was removed.`);
  });
}
