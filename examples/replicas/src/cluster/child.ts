import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { extname } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The program of this package at a path without extension, as built or as source. */
export function programAt(path: string): string {
  const extension = extname(import.meta.filename);
  return fileURLToPath(new URL(`../${path}${extension}`, import.meta.url));
}

/**
 * A process of its own, and in a group of its own: Ctrl-C is for who started it, which ends all in order. When that one is
 * gone, however it ended, the process ends by itself.
 */
export class Child {
  readonly process: ChildProcess;
  readonly exited: Promise<void>;

  /** Its standard error goes to ours, each line behind `label` when there is one. */
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

  /** SIGTERM, and SIGKILL for who has not ended within the limit. */
  async end(limitMs: number): Promise<void> {
    if (!this.running) return;
    const timer = setTimeout(() => this.process.kill("SIGKILL"), limitMs);
    this.process.kill("SIGTERM");
    await this.exited;
    clearTimeout(timer);
  }
}
