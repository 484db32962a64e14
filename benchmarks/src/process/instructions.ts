import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { text } from "node:stream/consumers";
import { withDescendants } from "./usage.ts";

const program = "perf";
const format = ["stat", "-x", ",", "-e", "instructions"];
/** `perf stat` does not say when it has attached itself. */
const attachMs = 200;
let isSupported: boolean | undefined;

/** Counts the instructions of running processes and their threads, by `perf stat`. */
export class InstructionCounter {
  readonly #perf: ChildProcess;
  readonly #output: Promise<string>;

  private constructor(perf: ChildProcess) {
    this.#perf = perf;
    this.#output = perf.stderr === null ? Promise.resolve("") : text(perf.stderr);
  }

  /** `null` where this machine has no such counter, as most virtual machines. */
  static async start(pids: readonly number[]): Promise<InstructionCounter | null> {
    if (!countsInstructions()) return null;
    const words = [...format, "-p", [...withDescendants(pids)].join(",")];
    const counter = new InstructionCounter(
      spawn(program, words, { stdio: ["ignore", "ignore", "pipe"] }),
    );
    await pause(attachMs);
    return counter;
  }

  /** `null` when they were not counted. */
  async stop(): Promise<number | null> {
    const ended = once(this.#perf, "exit");
    this.#perf.kill("SIGINT");
    await ended;
    return readCount(await this.#output);
  }
}

/** Whether this machine counts instructions. */
export function countsInstructions(): boolean {
  isSupported ??=
    readCount(spawnSync(program, [...format, "true"], { encoding: "utf8" }).stderr ?? "") !== null;
  return isSupported;
}

/** The count in what `perf stat -x ,` prints; `null` when it prints none. */
export function readCount(output: string): number | null {
  const [, count] = /^(\d+),[^,]*,instructions/m.exec(output) ?? [];
  return count === undefined ? null : Number(count);
}
