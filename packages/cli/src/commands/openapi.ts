import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { type ConnectionOptions, withConnection } from "../http/connection.ts";
import { withExamples } from "../input/examples.ts";
import { type JsonOption, printJson, withJson } from "../output/json-output.ts";

/** `parley openapi` */
export function openapiCommand(program: Command, context: CommandContext): void {
  const command = program
    .command("openapi")
    .description(
      "Print the OpenAPI 3.1 document of the admin API; it is JSON with and without --json.",
    );
  withExamples(withJson(withConnection(command)), "parley openapi > openapi.json");
  command.action(async (options: ConnectionOptions & JsonOption) => {
    printJson(context, (await context.api(options).ask("GET", "/openapi.json")).text);
  });
}
