import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { eventually } from "./eventually.ts";
import { Program } from "./program.ts";

/** Directory of the Python client. */
export const pythonHome = fileURLToPath(new URL("../../../python-client/", import.meta.url));

/**
 * `PARLEY_PYTHON`, or `python3` if it exists. A requested Python must work. Without any, prints a note on standard
 * error and returns `null`.
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

/** Whether `curl` exists. Otherwise prints a note on standard error. */
export function hasCurl(): boolean {
  const found = spawnSync("curl", ["--version"]).status === 0;
  if (!found)
    process.stderr.write(
      "\n*** NOT TRIED: the documents' commands. There is no curl here. ***\n\n",
    );
  return found;
}

/** Runs Python in the client's directory and returns its output. Throws when it fails. */
export function runPython(python: string, args: readonly string[]): string {
  const options = {
    cwd: pythonHome,
    encoding: "utf8",
    env: { ...process.env, PYTHONUTF8: "1" },
  } as const;
  const { status, stdout, stderr } = spawnSync(python, ["-B", ...args], options);
  if (status !== 0) throw new Error(`python ended with ${status}: ${stdout}${stderr}`);
  return stdout + stderr;
}

/** `examples/python-client/shop.py` in a separate process. */
export class PythonShop {
  readonly #program: Program;

  private constructor(program: Program) {
    this.#program = program;
  }

  /** Waits until it accepts agents' messages. */
  static async start(
    python: string,
    environment: Readonly<Record<string, string>>,
  ): Promise<PythonShop> {
    const env = { PYTHONUTF8: "1", PORT: "0", ...environment };
    const program = new Program(python, ["-B", "shop.py"], { cwd: pythonHome, env });
    await eventually(() => program.lines[0]);
    return new PythonShop(program);
  }

  /** Its URL for `chat_api_url`. */
  get url(): string {
    return /http:\S+/.exec(this.#program.lines[0] ?? "")?.[0] ?? "";
  }

  /** Agents' messages that it printed. */
  get heard(): readonly string[] {
    return this.#program.lines.filter((line) => line.startsWith("'"));
  }

  /** Types a line as the visitor. Returns what it prints about it. */
  async type(line: string): Promise<string> {
    const told = (): readonly string[] => this.#program.lines.filter((one) => !one.startsWith("'"));
    const before = told().length;
    this.#program.write(line);
    return eventually(() => told()[before]);
  }

  stop(): Promise<void> {
    return this.#program.stop();
  }
}
