import { Command } from "commander";
import type { CommandContext } from "./command-context.ts";
import { exitCodeMeanings } from "./exit-code.ts";
import { movableOptions } from "./input/option-order.ts";
import { version } from "./version.ts";

/** Adds one group of commands. */
export type CommandGroup = (program: Command, context: CommandContext) => void;

// Imported on demand, so that a command loads only its own code.
const groups: Readonly<Record<string, () => Promise<CommandGroup>>> = {
  channels: async () => (await import("./commands/channels.ts")).channelsCommand,
  apply: async () => (await import("./commands/apply.ts")).applyCommand,
  deliveries: async () => (await import("./commands/deliveries.ts")).deliveriesCommand,
  "dead-letters": async () => (await import("./commands/dead-letters.ts")).deadLettersCommand,
  conversations: async () => (await import("./commands/conversations.ts")).conversationsCommand,
  visitors: async () => (await import("./commands/erase.ts")).visitorsCommand,
  retention: async () => (await import("./commands/retention.ts")).retentionCommand,
  backup: async () => (await import("./commands/backup.ts")).backupCommand,
  backups: async () => (await import("./commands/backup.ts")).backupsCommand,
  restore: async () => (await import("./commands/restore.ts")).restoreCommand,
  repair: async () => (await import("./commands/repair.ts")).repairCommand,
  migrate: async () => (await import("./commands/migrate.ts")).migrateCommand,
  jobs: async () => (await import("./commands/jobs.ts")).jobsCommand,
  status: async () => (await import("./commands/status.ts")).statusCommand,
  doctor: async () => (await import("./commands/doctor.ts")).doctorCommand,
  openapi: async () => (await import("./commands/openapi.ts")).openapiCommand,
  receiver: async () => (await import("./receiver-check/command.ts")).receiverCommand,
  adapter: async () => (await import("./adapter-check/command.ts")).adapterCommand,
  "simulate-visitors": async () =>
    (await import("./simulate-visitors/command.ts")).simulateVisitorsCommand,
};

/** The program with one group of commands when `word` names a group; otherwise with all. */
export async function parleyProgram(context: CommandContext, word?: string): Promise<Command> {
  const program = emptyProgram(context);
  const named = Object.entries(groups).filter(([name]) => name === word);
  const chosen = named.length > 0 ? named : Object.entries(groups);
  for (const [, load] of chosen) (await load())(program, context);
  nameHelp(program, "parley");
  return program;
}

/** A usage error also names the help of its command. */
function nameHelp(command: Command, name: string): void {
  command.showHelpAfterError(`Try \`${name} --help\`.`);
  for (const inner of command.commands) nameHelp(inner, `${name} ${inner.name()}`);
}

function emptyProgram(context: CommandContext): Command {
  return new Command("parley")
    .description("Configures and inspects a Parley gateway.")
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
    .addHelpText("after", `${optionHelp()}${exitCodeHelp()}`);
}

const helpWidth = 100;

function optionHelp(): string {
  return `\n${movableOptions.join(", ")} may stand before or after the command; parley status --help explains them.\n`;
}

function exitCodeHelp(): string {
  const lines = exitCodeMeanings.map(
    ([code, meaning]) => `  ${String(code).padEnd(3)}  ${meaning}`,
  );
  return `\nExit codes:\n${lines.join("\n")}`;
}
