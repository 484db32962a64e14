import { type IPty, spawn } from "@lydell/node-pty";
import { cleanEnvironment, command, type RunOptions } from "./parley.ts";
import { screenOf } from "./screen.ts";

/** `parley` on a terminal of 100 columns. */
export class Terminal {
  /** All output, with escape sequences. */
  shown = "";
  readonly #pty: IPty;
  readonly #waiting = new Set<() => void>();
  readonly #ended: Promise<number>;

  constructor(words: readonly string[], { cwd, env = {} }: RunOptions, columns = 100) {
    // The name becomes TERM, whatever the environment says.
    this.#pty = spawn(process.execPath, [...command, ...words], {
      cwd,
      cols: columns,
      rows: 30,
      name: env["TERM"] ?? "xterm-256color",
      env: cleanEnvironment(env),
    });
    this.#pty.onData((data) => {
      this.shown += data;
      for (const look of this.#waiting) look();
    });
    this.#ended = new Promise((resolve) => {
      this.#pty.onExit(({ exitCode, signal }) =>
        resolve(exitCode === 0 && signal ? signal : exitCode),
      );
    });
  }

  /** The exit code, once it ended. */
  get ended(): Promise<number> {
    return this.#ended;
  }

  /** The visible text. */
  get text(): string {
    return screenOf(this.shown);
  }

  /** Resolves once `pattern` is on the screen. Rejects when `parley` ends without it. */
  async until(pattern: RegExp): Promise<void> {
    const seen = new Promise<void>((resolve) => {
      const look = () => {
        if (!pattern.test(this.text)) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
    const ended = this.#ended.then((code) => {
      if (!pattern.test(this.text)) throw new Error(`ended with ${code}: ${this.text}`);
    });
    await Promise.race([seen, ended]);
  }

  /** Sends SIGTERM. */
  terminate(): void {
    this.#pty.kill("SIGTERM");
  }

  /** Types keys. */
  type(keys: string): void {
    this.#pty.write(keys);
  }
}
