import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type NamedTest, patternOf, type RanTest } from "./named-test.ts";
import type { TestAnswer, TestOrder } from "./vitest-server.ts";

const patienceMs = 120_000;
const server = fileURLToPath(import.meta.resolve("./vitest-server.ts"));

/** Runs tests of one copy of the repository, in one Vitest that stays: each start of its own takes a second of CPU. */
export class TestRunner {
  readonly #copy: string;
  #child: ChildProcess | null = null;

  constructor(copy: string) {
    this.#copy = copy;
  }

  /**
   * Runs the named tests; `null` when they hung, or a file of theirs did not come to its end. `changed`: files, by their
   * paths from the copy's root, that are edited for this run and not for the next one.
   */
  async run(
    tests: readonly NamedTest[],
    changed: readonly string[],
  ): Promise<readonly RanTest[] | null> {
    const files = [...new Set(tests.map(({ file }) => file))];
    const order: TestOrder = { files, changed, pattern: patternOf(tests) };
    const answer = await answerOf((this.#child ??= this.#start()), order);
    if (answer === null) this.close();
    return answer;
  }

  #start(): ChildProcess {
    const child = fork(server, { cwd: this.#copy, stdio: ["ignore", "ignore", "ignore", "ipc"] });
    child.once("exit", () => {
      if (this.#child === child) this.#child = null;
    });
    return child;
  }

  /** Ends the Vitest; the next run starts another one, which knows of no edit. */
  close(): void {
    this.#child?.kill("SIGKILL");
    this.#child = null;
  }
}

/** `null` when the process has ended, or is late. */
async function answerOf(child: ChildProcess, order: TestOrder): Promise<TestAnswer | null> {
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
