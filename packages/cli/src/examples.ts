import type { Command } from "commander";

/**
 * Adds examples to a command's help. Each is a whole command line that works as it stands on a gateway of this machine;
 * a test runs every one of them.
 */
export function withExamples(command: Command, ...examples: readonly string[]): Command {
  return command.addHelpText(
    "after",
    `\nExamples:\n${examples.map((example) => `  $ ${example}`).join("\n")}`,
  );
}
