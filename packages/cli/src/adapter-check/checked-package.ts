import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { CommandError } from "../command-error.ts";
import { exitCodes } from "../exit-code.ts";

/** The package of an adapter, and the module that tells how to check it. */
export interface CheckedPackage {
  readonly name: string;
  readonly version: string;
  readonly directory: string;
  /** Path of the module in `"parley": { "check": … }` of its `package.json`. */
  readonly check: string;
}

/**
 * Finds a package.
 * @param wanted a path, or the name of a package that is installed here
 * @throws CommandError `usage`
 */
export function findPackage(wanted: string, currentDirectory: string): CheckedPackage {
  const directory = directoryOf(wanted, currentDirectory);
  const path = join(directory, "package.json");
  const { name, version, parley } = manifestAt(path);
  const check: unknown = Object(parley).check;
  if (typeof check !== "string")
    throw usage(
      `${path} names no module to check.`,
      'Add one, such as "parley": { "check": "./dist/test/check.js" }. docs/write-an-agent-backend.md tells what it exports.',
    );
  const module = resolve(directory, check);
  if (!existsSync(module))
    throw usage(`${module} is missing.`, `Compile ${textOf(name, "the package")} first.`);
  return {
    name: textOf(name, directory),
    version: textOf(version, "0.0.0"),
    directory,
    check: module,
  };
}

function directoryOf(wanted: string, currentDirectory: string): string {
  const directory = resolve(currentDirectory, wanted);
  if (existsSync(join(directory, "package.json"))) return directory;
  if (/^(?:\.{0,2}\/|\.{1,2}$)/.test(wanted)) throw usage(`${directory} has no package.json.`);
  const installed = installedAt(wanted, currentDirectory);
  if (installed !== null) return installed;
  throw usage(
    `There is no package ${wanted}.`,
    "Give the path of a directory with a package.json, or the name of a package that is installed here.",
  );
}

/** Looks where Node looks. */
function installedAt(name: string, directory: string): string | null {
  const place = join(directory, "node_modules", name);
  if (existsSync(join(place, "package.json"))) return place;
  const parent = dirname(directory);
  return parent === directory ? null : installedAt(name, parent);
}

function manifestAt(path: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(readFileSync(path, "utf8"))) as Record<string, unknown>;
  } catch {
    throw usage(`${path} cannot be read as JSON.`);
  }
}

function textOf(value: unknown, otherwise: string): string {
  return typeof value === "string" ? value : otherwise;
}

function usage(message: string, ...advice: readonly string[]): CommandError {
  return new CommandError(exitCodes.usage, message, ...advice);
}
