import type { Command } from "commander";
import type { CommandContext } from "../../../src/command-context.ts";
import { parleyProgram } from "../../../src/program.ts";

/** Every command that does something, by name. */
export async function allCommands(
  context: CommandContext,
): Promise<readonly (readonly [name: string, command: Command])[]> {
  return leaves(await parleyProgram(context), []);
}

function leaves(
  program: Command,
  path: readonly string[],
): readonly (readonly [string, Command])[] {
  return program.commands.flatMap((command) => {
    const words = [...path, command.name()];
    return command.commands.length > 0
      ? leaves(command, words)
      : [[words.join(" "), command] as const];
  });
}
