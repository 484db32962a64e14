import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { eventually } from "./eventually.ts";
import { Program } from "./program.ts";

/** Where the Python client lies. */
export const pythonHome = fileURLToPath(new URL("../../../python-client/", import.meta.url));

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

/** Whether there is `curl`; where there is none, it is said on standard error. */
export function hasCurl(): boolean {
  const found = spawnSync("curl", ["--version"]).status === 0;
  if (!found)
    process.stderr.write(
      "\n*** NOT TRIED: the documents' commands. There is no curl here. ***\n\n",
    );
  return found;
}

/** Runs Python in the client's directory and gives what it says. Throws when it fails. */
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

/** `examples/python-client/shop.py` as a process of its own. */
export class PythonShop {
  readonly #program: Program;

  private constructor(program: Program) {
    this.#program = program;
  }

  /** Waits until it takes agents' messages. */
  static async start(
    python: string,
    environment: Readonly<Record<string, string>>,
  ): Promise<PythonShop> {
    const env = { PYTHONUTF8: "1", PORT: "0", ...environment };
    const program = new Program(python, ["-B", "shop.py"], { cwd: pythonHome, env });
    await eventually(() => program.lines[0]);
    return new PythonShop(program);
  }

  /** What it is to be told as `chat_api_url`. */
  get url(): string {
    return /http:\S+/.exec(this.#program.lines[0] ?? "")?.[0] ?? "";
  }

  /** What agents wrote, as it was printed. */
  get heard(): readonly string[] {
    return this.#program.lines.filter((line) => line.startsWith("'"));
  }

  /** Writes a line as the visitor would; gives what is printed about it. */
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
