import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type Names, namesOf } from "./names.ts";
import { UsageError } from "./usage-error.ts";
import { workspaceAround } from "./workspace.ts";

/** Where a new package goes. */
export interface Place {
  readonly directory: string;
  readonly names: Names;
}

/**
 * Reads what was typed. A name alone stands for a directory in the current one, or beside the workspace that this is in.
 * @throws UsageError when the name does not fit, or the directory is in a workspace or not empty
 */
export function placeOf(typed: string, currentDirectory: string): Place {
  const names = namesOf(basename(typed));
  const directory = directoryOf(typed, currentDirectory);
  const workspace = workspaceAround(dirname(directory));
  if (workspace !== null)
    throw new UsageError(
      `${directory} is in the workspace ${workspace}, whose package manager would take it as its own. Give a path outside.`,
    );
  if (!isFree(directory))
    throw new UsageError(`${directory} exists and is not empty. Give another name, or empty it.`);
  return { directory, names };
}

function directoryOf(typed: string, currentDirectory: string): string {
  const directory = resolve(currentDirectory, typed);
  const workspace = workspaceAround(currentDirectory);
  if (workspace === null || typed !== basename(typed)) return directory;
  return join(dirname(workspace), typed);
}

function isFree(directory: string): boolean {
  if (!existsSync(directory)) return true;
  return statSync(directory).isDirectory() && readdirSync(directory).length === 0;
}
