import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

/** A child's answer to a question, by its number. */
export interface Answer {
  readonly number: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** A child process, so that the measured program and the measurement do not share an event loop. */
export class Child<Ready> {
  readonly ready: Ready;
  readonly #process: ChildProcess;
  #number = 0;

  private constructor(process: ChildProcess, ready: Ready) {
    this.#process = process;
    this.ready = ready;
  }

  /**
   * Starts `entry` with `options` as its first argument, and waits until it is ready. @throws Error when it ends
   * before.
   */
  static async start<Ready>(
    entry: URL,
    options: object = {},
    execArgv: readonly string[] = process.execArgv,
  ): Promise<Child<Ready>> {
    const child = fork(entry, [JSON.stringify(options)], {
      execArgv: [...execArgv],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      serialization: "advanced",
    });
    const { ready } = (await answerOf(child, isReady)) as { ready: Ready };
    return new Child(child, ready);
  }

  get pid(): number {
    return this.#process.pid as number;
  }

  /**
   * Sends a question and waits for the answer. @throws the child's error, or an Error when it ends before it answers.
   */
  async ask<Value>(question: object): Promise<Value> {
    this.#number += 1;
    const number = this.#number;
    this.#process.send({ number, question });
    const answer = (await answerOf(this.#process, isAnswer(number))) as Answer;
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value as Value;
  }

  /** Ends the process normally. @throws Error when it ends in any other way. */
  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    this.#process.kill("SIGTERM");
    await once(this.#process, "exit");
    const { exitCode, signalCode } = this.#process;
    if (exitCode !== 0) throw new Error(`process ${this.pid} ended with ${signalCode ?? exitCode}`);
  }
}

function isReady(message: unknown): boolean {
  return typeof message === "object" && message !== null && "ready" in message;
}

function isAnswer(number: number): (message: unknown) => boolean {
  return (message) =>
    typeof message === "object" &&
    message !== null &&
    "number" in message &&
    message.number === number;
}

function answerOf(child: ChildProcess, fits: (message: unknown) => boolean): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const leave = (): void => void child.off("message", hear).off("exit", gone);
    const hear = (message: unknown): void => {
      if (!fits(message)) return;
      leave();
      resolve(message);
    };
    const gone = (code: number | null): void => {
      leave();
      reject(new Error(`${child.spawnfile} ended with ${code ?? "a signal"}`));
    };
    child.on("message", hear).on("exit", gone);
  });
}
