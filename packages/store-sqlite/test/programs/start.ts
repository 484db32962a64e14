import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A program of this directory in a separate process. */
export interface Started {
  readonly pid: number;
  /** The next fact it printed; `null` once it has ended. */
  readonly next: () => Promise<unknown>;
  /** Kills it and waits for its end. Facts printed before can still be read. */
  readonly kill: () => Promise<void>;
}

export function start(program: "open" | "load" | "hold", ...options: string[]): Started {
  const script = fileURLToPath(new URL(`${program}.ts`, import.meta.url));
  const child = spawn(process.execPath, ["--conditions=@parley/source", script, ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    pid: child.pid ?? 0,
    next: async () => {
      const line = await lines.next();
      return line.done === true ? null : JSON.parse(line.value);
    },
    kill: () => kill(child),
  };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
}
