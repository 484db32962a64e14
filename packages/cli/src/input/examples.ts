import type { Command } from "commander";

/** Stands for a conversation's id in examples. */
export const exampleConversation = "u0Zq3vXbK9_mT2aE";
/** Stands for a delivery's id in examples. */
export const exampleDelivery = `${exampleConversation}.3`;
/** Stands for a job's id in examples. */
export const exampleJob = "3";
/** Stands for a backup's directory in examples. */
export const exampleBackup = "data/backups/2026-11-22T02-13-05Z";
/** Stands for a PostgreSQL database. */
export const exampleTarget = "postgres://parley@127.0.0.1:5432/parley";

/**
 * Adds examples to a command's help. Each is a whole line for a shell, and works on the quickstart once the ids above
 * are those of things that exist; a test runs every one of them.
 */
export function withExamples(command: Command, ...examples: readonly string[]): Command {
  return command.addHelpText(
    "after",
    `\nExamples:\n${examples.map((example) => `  $ ${example}`).join("\n")}`,
  );
}
