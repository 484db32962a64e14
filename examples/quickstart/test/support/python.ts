import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { eventually } from "./eventually.ts";

const home = fileURLToPath(new URL("../../../python-client/", import.meta.url));

/**
 * `PARLEY_PYTHON`, or `python3` where it exists. A Python that was asked for has to work; where there is none at all, it is
 * said on standard error, and `null` is given.
 */
export function findPython(): string | null {
  const chosen = process.env["PARLEY_PYTHON"];
  const python = chosen || "python3";
  const { status } = spawnSync(python, ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"]);
  if (status === 0) return python;
  if (chosen) throw new Error(`PARLEY_PYTHON: ${chosen} is no Python 3.9 or newer`);
  process.stderr.write(
    "\n*** NOT TRIED: the Python client. There is no python3 (3.9 or newer) here; PARLEY_PYTHON may name one. ***\n\n",
  );
  return null;
}

/** Runs Python in the client's directory and gives what it says. Throws when it fails. */
export function runPython(python: string, args: readonly string[]): string {
  const options = {
    cwd: home,
    encoding: "utf8",
    env: { ...process.env, PYTHONUTF8: "1" },
  } as const;
  const { status, stdout, stderr } = spawnSync(python, ["-B", ...args], options);
  if (status !== 0) throw new Error(`python ended with ${status}: ${stdout}${stderr}`);
  return stdout + stderr;
}

/** `examples/python-client/shop.py` as a process of its own. */
export class PythonShop {
  lines: readonly string[] = [];
  readonly #child: ChildProcess;

  private constructor(python: string, environment: Readonly<Record<string, string>>) {
    this.#child = spawn(python, ["-B", "shop.py"], {
      cwd: home,
      env: { ...process.env, PYTHONUTF8: "1", PORT: "0", ...environment },
      stdio: ["pipe", "pipe", "inherit"],
    });
    let text = "";
    this.#child.stdout?.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
      this.lines = text.split("\n").slice(0, -1);
    });
  }

  /** Waits until it takes agents' messages. */
  static async start(
    python: string,
    environment: Readonly<Record<string, string>>,
  ): Promise<PythonShop> {
    const shop = new PythonShop(python, environment);
    await eventually(() => shop.lines[0]);
    return shop;
  }

  /** What it is to be told as `chat_api_url`. */
  get url(): string {
    return /http:\S+/.exec(this.lines[0] ?? "")?.[0] ?? "";
  }

  /** What agents wrote, as it was printed. */
  get heard(): readonly string[] {
    return this.lines.filter((line) => line.startsWith("'"));
  }

  /** Writes a line as the visitor would; gives what is printed about it. */
  async type(line: string): Promise<string> {
    const told = (): readonly string[] => this.lines.filter((one) => !one.startsWith("'"));
    const before = told().length;
    this.#child.stdin?.write(`${line}\n`);
    return eventually(() => told()[before]);
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, "close");
    this.#child.stdin?.end();
    await ended;
  }
}
