import type { IssuedChannelView, SignedChannelView } from "@parley/admin-express/api";
import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { type ConnectionOptions, withConnection } from "../http/connection.ts";
import { withExamples } from "../input/examples.ts";
import { printSecrets } from "../output/issued-secrets.ts";
import { type JsonOption, printJson, withJson } from "../output/json-output.ts";
import { printLine } from "../output/print-line.ts";

type NowOptions = ConnectionOptions & JsonOption & { readonly now?: true };

/** `parley channels rotate|sign|unsign` */
export function secretCommands(group: Command, context: CommandContext): void {
  rotate(group, context);
  sign(group, context);
  unsign(group, context);
}

function rotate(group: Command, context: CommandContext): void {
  const command = group
    .command("rotate")
    .argument("<id>", "of the channel")
    .description("Give a channel a new channel secret; the old one works for another 24 hours.")
    .option("--now", "the old one ends at once, as after a leak");
  withExamples(
    withJson(withConnection(command)),
    "parley channels rotate shop",
    "parley channels rotate shop --now",
  );
  command.action(async (id: string, options: NowOptions) => {
    const path = `/channels/${encodeURIComponent(id)}/rotate`;
    const body = { now: options.now === true };
    const answer = await context.api(options).ask<IssuedChannelView>("POST", path, { body });
    if (options.json) return printJson(context, answer.text);
    printLine(
      context,
      options.now
        ? `Channel ${id} has a new channel secret; the old one has ended.`
        : `Channel ${id} has a new channel secret; the old one works for another 24 hours.`,
    );
    printSecrets(context, answer.body);
  });
}

function sign(group: Command, context: CommandContext): void {
  const command = group
    .command("sign")
    .argument("<id>", "of the channel")
    .description(
      "Sign agent messages of a channel from now on, or with a new key; the old key signs too for another 24 hours.",
    )
    .option("--now", "the old key ends at once, as after a leak");
  withExamples(
    withJson(withConnection(command)),
    "parley channels sign shop",
    "parley channels sign shop --now",
  );
  command.action(async (id: string, options: NowOptions) => {
    const path = `/channels/${encodeURIComponent(id)}/signing`;
    const body = { now: options.now === true };
    const answer = await context.api(options).ask<SignedChannelView>("POST", path, { body });
    if (options.json) return printJson(context, answer.text);
    printLine(context, `Agent messages of channel ${id} are signed.`);
    printSecrets(context, answer.body);
  });
}

function unsign(group: Command, context: CommandContext): void {
  const command = group
    .command("unsign")
    .argument("<id>", "of the channel")
    .description("Stop signing agent messages of a channel.");
  withExamples(withJson(withConnection(command)), "parley channels unsign shop");
  command.action(async (id: string, options: ConnectionOptions & JsonOption) => {
    await context.api(options).ask("DELETE", `/channels/${encodeURIComponent(id)}/signing`);
    if (options.json) return printJson(context, JSON.stringify({ id, signed: false }));
    printLine(context, `Agent messages of channel ${id} are not signed any more.`);
  });
}
