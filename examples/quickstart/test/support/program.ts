import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { eventually } from "./eventually.ts";

/** A program in a separate process, whose lines are recorded. */
export class Program {
  /** Complete lines of its output. */
  lines: readonly string[] = [];
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;

  constructor(
    command: string,
    args: readonly string[],
    options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  ) {
    this.#child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#closed = once(this.#child, "close");
    let text = "";
    this.#child.stdout?.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
      this.lines = text.split("\n").slice(0, -1);
    });
  }

  write(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  /** Waits for a line that contains this. */
  async says(part: string): Promise<void> {
    await eventually(() => this.lines.some((line) => line.includes(part)));
  }

  async stop(): Promise<void> {
    this.#child.kill();
    await this.#closed;
  }
}
