import type { Findings, FindingView } from "@parley/admin-express/api";
import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { type ConnectionOptions, withConnection } from "../http/connection.ts";
import { countText } from "../output/count-text.ts";
import { withExamples } from "../input/examples.ts";
import { exitCodes } from "../exit-code.ts";
import { type JsonOption, printJson, withJson } from "../output/json-output.ts";
import { printLine } from "../output/print-line.ts";

interface DoctorOptions extends ConnectionOptions, JsonOption {
  readonly channel?: string;
  readonly probe: boolean;
}

const deadlineMs = 120_000;
const looks = { ok: "good", warning: "doubtful", fault: "bad" } as const;

/** `parley doctor` */
export function doctorCommand(program: Command, context: CommandContext): void {
  const command = program
    .command("doctor")
    .description(
      "Find problems of the gateway and its channels, and give advice; exit code 1 when there are any.",
    )
    .option("--channel <id>", "this channel alone, and the gateway itself")
    .option("--no-probe", "connect to no receiver");
  withExamples(
    withJson(withConnection(command)),
    "parley doctor",
    "parley doctor --channel shop",
    "parley doctor --no-probe --json",
  );
  command.action(async ({ channel, probe, ...options }: DoctorOptions) => {
    const query = { channel, probe: probe ? undefined : false };
    const { text, body } = await context
      .api(options)
      .ask<Findings>("GET", "/doctor", { query, deadlineMs });
    if (options.json) printJson(context, text);
    else printFindings(context, body.findings);
    if (body.findings.some(({ level }) => level === "fault")) context.endWith(exitCodes.failed);
  });
}

function printFindings(context: CommandContext, findings: readonly FindingView[]): void {
  for (const { level, check, channelId, message, advice } of findings) {
    const place = channelId === undefined ? check : `${check} of ${channelId}`;
    printLine(context, { text: level.padEnd(7), look: looks[level] }, `  ${place}: ${message}`);
    if (advice !== undefined) printLine(context, `${" ".repeat(9)}${advice}`);
  }
  const count = (wanted: string) => findings.filter(({ level }) => level === wanted).length;
  const troubles = ["warning", "fault"].map((level) => countText(count(level), level));
  printLine(context, [`${count("ok")} ok`, ...troubles].join(", "));
}
