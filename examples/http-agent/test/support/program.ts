import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { freePorts } from "../../../quickstart/test/support/free-port.ts";

/** What is started. */
export interface ProgramOptions {
  readonly command: readonly [program: string, ...args: string[]];
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A program in a process group of its own, that can be killed and started again. */
export class Program {
  /** What it has written, over all its starts. */
  readonly lines: string[] = [];
  readonly #options: ProgramOptions;
  #child: ChildProcess | null = null;

  constructor(options: ProgramOptions) {
    this.#options = options;
  }

  /** @throws when the program is not installed */
  async start(): Promise<void> {
    const { command, directory: cwd, env } = this.#options;
    const [program, ...args] = command;
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.#child = child;
    for (const input of [child.stdout, child.stderr])
      createInterface({ input }).on("line", (line) => void this.lines.push(line));
    await once(child, "spawn").catch((error: unknown) => {
      const message = `${program} is needed here; see examples/http-agent/README.md`;
      throw new Error(message, { cause: error });
    });
  }

  type(line: string): void {
    this.#child?.stdin?.write(`${line}\n`);
  }

  /** Answers its exit code. */
  async endInput(): Promise<unknown> {
    if (this.#child === null) return null;
    const exited = once(this.#child, "exit");
    this.#child.stdin?.end();
    return (await exited)[0];
  }

  /** Kills it and what it has started. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined) return;
    const isRunning = child.exitCode === null && child.signalCode === null;
    const exited = isRunning ? once(child, "exit") : null;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // All of its group have ended.
    }
    await exited;
  }
}

/** A port that no other test gets soon. */
export async function freePort(): Promise<string> {
  const [port = 0] = await freePorts(1);
  return String(port);
}
