import type { Job, RetentionResult } from "@parley/admin-express/api";
import { type Command, InvalidArgumentError } from "commander";
import type { CommandContext } from "../command-context.ts";
import { type YesOption, withYes } from "../input/confirm.ts";
import { type ConnectionOptions, withConnection } from "../http/connection.ts";
import { countText } from "../output/count-text.ts";
import { withExamples } from "../input/examples.ts";
import { watchJob } from "../http/jobs.ts";
import { type JsonOption, printJson, withJson } from "../output/json-output.ts";
import { printLine } from "../output/print-line.ts";

interface RetentionOptions extends ConnectionOptions, JsonOption, YesOption {
  /** Days. */
  readonly olderThan: number;
}

/** `parley retention` */
export function retentionCommand(program: Command, context: CommandContext): void {
  const command = program
    .command("retention")
    .description(
      "Erase old data: idle conversations completely, and settled messages of the others.",
    )
    .requiredOption("--older-than <age>", "such as 90d or 12w; days have 24 hours", readDays);
  withExamples(
    withYes(withJson(withConnection(command))),
    "parley retention --older-than 90d --yes",
  );
  command.action(async ({ olderThan, yes, ...options }: RetentionOptions) => {
    const client = context.api(options);
    await context.confirm(
      `Erase everything older than ${olderThan} days? This cannot be undone.`,
      yes === true,
    );
    const body = { olderThanDays: olderThan };
    const begun = await client.ask<Job>("POST", "/retention", { body });
    const { job, text } = await watchJob(context, client, begun.body.id);
    if (options.json) return printJson(context, text);
    const { conversations, messages } = job.result as RetentionResult;
    printLine(
      context,
      conversations + messages === 0
        ? "Nothing is that old."
        : `Forgotten: ${countText(conversations, "conversation")} and ${countText(messages, "message")}.`,
    );
  });
}

function readDays(text: string): number {
  const parts = /^(\d{1,5})([dw])$/.exec(text);
  if (parts === null) throw new InvalidArgumentError("Expected an age such as 90d or 12w.");
  return Number(parts[1]) * (parts[2] === "w" ? 7 : 1);
}
