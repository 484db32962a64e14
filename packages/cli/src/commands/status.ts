import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { type ConnectionOptions, withConnection } from "../connection.ts";
import { withExamples } from "../examples.ts";
import { type JsonOption, printJson, withJson } from "../json-output.ts";

/** `parley status` */
export function statusCommand(program: Command, context: CommandContext): void {
  const command = program
    .command("status")
    .description("Show whether the gateway is ready, and what waits in it.");
  withExamples(withJson(withConnection(command)), "parley status", "parley status --json");
  command.action(async (options: ConnectionOptions & JsonOption) => {
    const { text } = await context.api(options).ask("GET", "/status");
    printJson(context, text);
  });
}
