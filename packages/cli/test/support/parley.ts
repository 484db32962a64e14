import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { digestFile, sourceDigest } from "../../source-digest.ts";

/** Result of one run of `parley`. */
export interface Run {
  /** Exit code, or the signal's name. */
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

/** Environment of a run. */
export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Input on stdin. */
  readonly input?: string;
}

const program = new URL("../../dist/program/", import.meta.url);
const isStale = readFileSync(new URL(digestFile, program), "utf8") !== sourceDigest();
if (isStale) throw new Error("The program is older than its sources: npm test builds it anew.");

/** Arguments for Node to run the built `parley`. */
export const command: readonly string[] = [fileURLToPath(new URL("parley.js", program))];

// Compile cache written by the first runs. It halves the start time of the others.
const compiled = fileURLToPath(new URL("../../node_modules/.cache/compiled", import.meta.url));

/** Runs `parley` with pipes. */
export async function parley(
  words: readonly string[],
  { cwd, env = {}, input = "" }: RunOptions,
): Promise<Run> {
  const child = spawn(process.execPath, [...command, ...words], {
    cwd,
    env: cleanEnvironment(env),
  });
  child.stdin.on("error", () => undefined).end(input);
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number | null, string | null]>,
  ]);
  return { code: code ?? signal ?? "unknown", stdout, stderr };
}

/** This process's environment without variables that `parley` reads, plus `env`. */
export function cleanEnvironment(env: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    ([name, value]) =>
      value !== undefined &&
      !/^(?:PARLEY_|NO_COLOR$|FORCE_COLOR$|CI$|TERM$|TZ$|NODE_|VITEST)/.test(name),
  ) as [string, string][];
  return { ...Object.fromEntries(inherited), TZ: "UTC", NODE_COMPILE_CACHE: compiled, ...env };
}
