import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";

const root = resolve(import.meta.dirname, "../../../..");

/** Directories with a program `node`, by its version. */
export const nodes = {
  22: join(root, "tools/node-22/node_modules/.bin"),
  26: join(root, "node_modules/.bin"),
} as const;
export type NodeVersion = keyof typeof nodes;

/** Without what Vitest and npm have set for this process. */
function environment(version: NodeVersion, more: Readonly<Record<string, string>> = {}) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:NODE_|VITEST|npm_|INIT_CWD$)/i.test(name),
  );
  const own = Object.fromEntries(inherited);
  return { ...own, PATH: `${nodes[version]}:${own["PATH"]}`, ...more };
}

/** Runs npm as a person does. @throws Error with what it said, when it fails */
export async function npm(
  version: NodeVersion,
  directory: string,
  ...words: readonly string[]
): Promise<string> {
  const child = spawn("npm", words, { cwd: directory, env: environment(version) });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  if (code === 0) return stdout;
  throw new Error(`npm ${words.join(" ")} ended with ${code}:\n${stdout}${stderr}`);
}

/** A program that goes on. */
export interface Running {
  /** Resolves with the first match in what it has said. */
  said(pattern: RegExp): Promise<string>;
  /** Ends it, and the programs that it started. Resolves with its exit code, or the signal. */
  stop(): Promise<number | string | null>;
}

/** Starts the host of a package that has been compiled. */
export function startHost(version: NodeVersion, directory: string, port: number): Running {
  const child = spawn("node", ["--enable-source-maps", "dist/host.js"], {
    cwd: directory,
    env: environment(version, { PORT: String(port), DATA: `data-${version}` }),
  });
  let all = "";
  const ended = once(child, "close") as Promise<[number | null, string | null]>;
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (all += chunk.toString()));
  return {
    said: async (pattern) => {
      for (;;) {
        const [match] = pattern.exec(all) ?? [];
        if (match !== undefined) return match;
        if (child.exitCode !== null) throw new Error(`it ended:\n${all}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    stop: async () => {
      child.kill("SIGTERM");
      const [code, signal] = await ended;
      return code ?? signal;
    },
  };
}
