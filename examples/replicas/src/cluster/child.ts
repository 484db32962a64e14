import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { extname } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** Path of a program of this package, as built or as source. */
export function programAt(path: string): string {
  const extension = extname(import.meta.filename);
  return fileURLToPath(new URL(`../${path}${extension}`, import.meta.url));
}

/**
 * A child process in its own process group: Ctrl-C reaches only the parent, which stops everything in order. The child
 * ends when the parent is gone, however it ended.
 */
export class Child {
  readonly process: ChildProcess;
  readonly exited: Promise<void>;

  /** Copies its standard error to ours, each line after `label` if there is one. */
  constructor(program: string, environment: NodeJS.ProcessEnv, label: string | null = null) {
    this.process = fork(program, {
      env: environment,
      stdio: ["ignore", "pipe", label === null ? "inherit" : "pipe", "ipc"],
      detached: true,
    });
    this.exited = once(this.process, "exit").then(() => undefined);
    const { stderr } = this.process;
    if (stderr !== null) {
      createInterface(stderr).on("line", (line) => process.stderr.write(`${label}: ${line}\n`));
    }
  }

  get running(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  /** Sends SIGTERM, and SIGKILL after the time limit. */
  async end(limitMs: number): Promise<void> {
    if (!this.running) return;
    const timer = setTimeout(() => this.process.kill("SIGKILL"), limitMs);
    this.process.kill("SIGTERM");
    await this.exited;
    clearTimeout(timer);
  }
}
