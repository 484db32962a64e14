import type { ChannelList } from "@parley/admin-express/api";
import type { Command } from "commander";
import { executePlan } from "../apply/execute-plan.ts";
import { type Change, planChanges } from "../apply/plan.ts";
import { printPlan, summaryOf } from "../apply/plan-text.ts";
import { readChannelFile } from "../apply/channel-file.ts";
import { SecretSink } from "../apply/secret-sink.ts";
import type { CommandContext } from "../command-context.ts";
import { CommandError } from "../command-error.ts";
import { type YesOption, withYes } from "../input/confirm.ts";
import { type ConnectionOptions, withConnection } from "../http/connection.ts";
import { withExamples } from "../input/examples.ts";
import { exitCodes } from "../exit-code.ts";
import { type IssuedSecrets, printSecrets } from "../output/issued-secrets.ts";
import { type JsonOption, printJson, withJson } from "../output/json-output.ts";
import { readSource } from "../input/read-source.ts";
import { printLine } from "../output/print-line.ts";

interface ApplyOptions extends ConnectionOptions, JsonOption, YesOption {
  readonly dryRun?: true;
  readonly check?: true;
  readonly prune?: true;
  readonly secretsOut?: string;
}

/** `parley apply` */
export function applyCommand(program: Command, context: CommandContext): void {
  const command = program
    .command("apply")
    .argument("<file>", "YAML or JSON; - reads stdin")
    .description("Make the gateway's channels match a file; a second run changes nothing.")
    .option("--dry-run", "show the changes without making them; exit code 5 when there are any")
    .option("--check", "as --dry-run, in one line")
    .option("--prune", "remove channels that are not in the file")
    .option("--secrets-out <file>", "add secrets to this file, one JSON a line, and print none");
  withExamples(
    withYes(withJson(withConnection(command))),
    "parley apply channels.yaml --dry-run",
    "parley apply channels.yaml --secrets-out secrets.jsonl",
    "parley apply channels.yaml --prune --yes",
    "parley channels list --json | parley apply - --check",
  );
  command.action(async (path: string, options: ApplyOptions) => {
    const desired = readChannelFile(path, await readSource(path, context.signal));
    const client = context.api(options);
    const { body } = await client.ask<ChannelList>("GET", "/channels");
    const plan = planChanges(desired, body.channels, options.prune === true);
    const isTrial = options.dryRun === true || options.check === true;
    if (options.json && isTrial) printJson(context, JSON.stringify(plan));
    else if (options.check) printLine(context, summaryOf(plan));
    else if (!options.json) printPlan(context, plan);
    if (isTrial) {
      if (plan.changes.length > 0) context.endWith(exitCodes.differences);
      return;
    }
    await confirmRemovals(context, plan.changes, options);
    const issued: IssuedSecrets[] = [];
    const sink = await SecretSink.open(options.secretsOut ?? null, plan.changes, (secrets) => {
      if (options.json) issued.push(secrets);
      else printSecrets(context, secrets);
    });
    const outcome = await executePlan(
      context,
      client,
      plan.changes,
      sink,
      options.json === true,
    ).finally(() => sink[Symbol.asyncDispose]());
    if (options.json) printJson(context, JSON.stringify({ ...plan, ...outcome, issued }));
    if (outcome.refused.length > 0) {
      throw new CommandError(
        exitCodes.refused,
        `${outcome.refused.length} of ${plan.changes.length} changes were refused.`,
      );
    }
  });
}

async function confirmRemovals(
  context: CommandContext,
  changes: readonly Change[],
  { yes }: YesOption,
): Promise<void> {
  const removed = changes.filter(({ change }) => change === "remove").map(({ channel }) => channel);
  if (removed.length === 0) return;
  await context.confirm(`Remove ${removed.join(", ")}? This cannot be undone.`, yes === true);
}
