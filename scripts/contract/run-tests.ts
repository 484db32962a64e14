import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { TestAnswer, TestOrder, TestSettings } from "./vitest-server.ts";

/** A run that takes longer hangs. A busy machine takes ten times as long as a quiet one. */
const timeoutMs = 600_000;
const timeoutMsPerFile = 30_000;
const server = fileURLToPath(import.meta.resolve("./vitest-server.ts"));

/** Runs tests of one copy of the repository in one Vitest process. A new process costs a second of CPU. */
export class TestRunner {
  readonly #copy: string;
  readonly #settings: TestSettings;
  #child: ChildProcess | null = null;

  constructor(copy: string, settings: TestSettings) {
    this.#copy = copy;
    this.#settings = settings;
  }

  /** `null` when tests hung or used too much CPU, or a file did not finish. */
  async run(order: TestOrder): Promise<TestAnswer | null> {
    const answer = await answerOf((this.#child ??= this.#start()), order);
    if (answer === null) this.close();
    return answer;
  }

  #start(): ChildProcess {
    const child = fork(server, [JSON.stringify(this.#settings)], {
      cwd: this.#copy,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    child.once("exit", () => {
      if (this.#child === child) this.#child = null;
    });
    return child;
  }

  /** Ends the process. The next run starts another one without earlier edits. */
  close(): void {
    this.#child?.kill("SIGKILL");
    this.#child = null;
  }
}

/** `null` when the process has ended or is late. */
async function answerOf(child: ChildProcess, order: TestOrder): Promise<TestAnswer | null> {
  const patienceMs = Math.max(timeoutMs, order.files.length * timeoutMsPerFile);
  const given = new AbortController();
  const { signal } = given;
  const patience = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  try {
    const answered = once(child, "message", { signal }).then(([answer]) => answer as TestAnswer);
    const ended = once(child, "exit", { signal }).then(() => null);
    child.send(order);
    return await Promise.race([answered, ended]);
  } finally {
    clearTimeout(patience);
    given.abort();
  }
}
