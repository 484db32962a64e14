import type { Command } from "commander";

/** Placeholder for a conversation's id. */
export const exampleConversation = "u0Zq3vXbK9_mT2aE";
/** Placeholder for a delivery's id. */
export const exampleDelivery = `${exampleConversation}.3`;
/** Placeholder for a job's id. */
export const exampleJob = "3";
/** Placeholder for a backup's directory. */
export const exampleBackup = "data/backups/2026-11-22T02-13-05Z";
/** Placeholder for a PostgreSQL database. */
export const exampleTarget = "postgres://parley@127.0.0.1:5432/parley";

/**
 * Adds examples to a command's help. Each is a complete shell line and works on the quickstart with real ids. A test
 * runs every example.
 */
export function withExamples(command: Command, ...examples: readonly string[]): Command {
  return command.addHelpText(
    "after",
    `\nExamples:\n${examples.map((example) => `  $ ${example}`).join("\n")}`,
  );
}
