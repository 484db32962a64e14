import { Command } from "commander";
import { applyCommand } from "./commands/apply.ts";
import { backupCommand, backupsCommand } from "./commands/backup.ts";
import { channelsCommand } from "./commands/channels.ts";
import { conversationsCommand } from "./commands/conversations.ts";
import { deadLettersCommand } from "./commands/dead-letters.ts";
import { deliveriesCommand } from "./commands/deliveries.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { visitorsCommand } from "./commands/erase.ts";
import { jobsCommand } from "./commands/jobs.ts";
import { openapiCommand } from "./commands/openapi.ts";
import { restoreCommand } from "./commands/restore.ts";
import { retentionCommand } from "./commands/retention.ts";
import { statusCommand } from "./commands/status.ts";
import type { CommandContext } from "./command-context.ts";
import { exitCodeMeanings } from "./exit-code.ts";
import { receiverCommand } from "./receiver-check/command.ts";
import { simulateVisitorsCommand } from "./simulate-visitors/command.ts";
import { version } from "./version.ts";

/** Adds one group of commands to the program. */
export type CommandGroup = (program: Command, context: CommandContext) => void;

const groups: readonly CommandGroup[] = [
  channelsCommand,
  applyCommand,
  deliveriesCommand,
  deadLettersCommand,
  conversationsCommand,
  visitorsCommand,
  retentionCommand,
  backupCommand,
  backupsCommand,
  restoreCommand,
  jobsCommand,
  statusCommand,
  doctorCommand,
  openapiCommand,
  receiverCommand,
  simulateVisitorsCommand,
];

/** The whole command line. */
export function parleyProgram(context: CommandContext): Command {
  const program = new Command("parley")
    .description("Sets up and looks into a Parley gateway.")
    .version(version)
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => void context.stdout.write(text),
      writeErr: (text) => void context.stderr.write(text),
      getOutHelpWidth: () => context.stdout.columns ?? helpWidth,
      getErrHelpWidth: () => context.stderr.columns ?? helpWidth,
      getOutHasColors: () => context.hasColour,
      getErrHasColors: () => context.hasColour,
    })
    .addHelpText("after", exitCodeHelp());
  for (const group of groups) group(program, context);
  return program;
}

const helpWidth = 100;

function exitCodeHelp(): string {
  const lines = exitCodeMeanings.map(
    ([code, meaning]) => `  ${String(code).padEnd(3)}  ${meaning}`,
  );
  return `\nExit codes:\n${lines.join("\n")}`;
}
