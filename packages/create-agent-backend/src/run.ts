import type { Readable, Writable } from "node:stream";
import { askDirectory, askKind } from "./ask.ts";
import { page, readCommandLine } from "./command-line.ts";
import type { Kind } from "./kind.ts";
import { parleyPackages, type Tarballs } from "./manifest.ts";
import { type Place, placeOf } from "./place.ts";
import { UsageError } from "./usage-error.ts";
import { writePackage } from "./write-package.ts";

/** Where the command runs. */
export interface CreateContext {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable;
  readonly currentDirectory: string;
  /**
   * Puts tarballs of our packages into the new package, for packages that the registry does not have. Default: all come
   * from the registry.
   * @param names those that the new package names
   */
  readonly vendor?: (names: readonly string[], directory: string) => Tarballs;
}

/** Runs one command line. @returns the exit code: 0, or 2 when the command line is wrong and nothing was written */
export async function run(words: readonly string[], context: CreateContext): Promise<0 | 2> {
  const { stdout, stderr, currentDirectory } = context;
  try {
    const typed = readCommandLine(words);
    if (typed.help) {
      stdout.write(page);
      return 0;
    }
    const { directory, kind } = await complete(typed.directory, typed.kind, context);
    const place = placeOf(directory, currentDirectory);
    const tarballs = context.vendor?.(parleyPackages(kind), place.directory) ?? null;
    writePackage(place, kind, tarballs);
    stdout.write(nextSteps(place));
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    stderr.write(`${error.message}\n`);
    return 2;
  }
}

/** Asks for what is missing, if there is a terminal. */
async function complete(
  directory: string | null,
  kind: Kind | null,
  { stdin, stdout }: CreateContext,
): Promise<{ readonly directory: string; readonly kind: Kind }> {
  if (directory !== null && kind !== null) return { directory, kind };
  if (stdin.isTTY !== true || stdout.isTTY !== true) {
    const what = directory === null ? "a directory" : "a kind: --http, --polling or --plain";
    throw new UsageError(`Give ${what}. --help shows an example.`);
  }
  const terminal = { input: stdin, output: stdout };
  return {
    directory: directory ?? (await askDirectory(terminal)),
    kind: kind ?? (await askKind(terminal)),
  };
}

function nextSteps({ directory }: Place): string {
  return `Made ${directory}

  cd ${directory}
  npm install
  npm test       # the suite that every agent backend passes
  npm start      # a gateway to try it in
`;
}
