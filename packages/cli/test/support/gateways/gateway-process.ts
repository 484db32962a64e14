import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cleanEnvironment } from "../parley.ts";

const quickstart = fileURLToPath(
  new URL("../../../../../examples/quickstart/dist/program/main.js", import.meta.url),
);

/** A gateway in a separate process, which prints `parley ready <url>`. */
export class GatewayProcess implements AsyncDisposable {
  readonly url: string;
  /** Parent of its data directory `data`; a good working directory for `parley`. */
  readonly home: string;
  readonly #child: ChildProcess;

  private constructor(url: string, home: string, child: ChildProcess) {
    this.url = url;
    this.home = home;
    this.#child = child;
  }

  /** Starts the quickstart, or another program, in `home` on a free port. */
  static async start(home: string, program: string = quickstart): Promise<GatewayProcess> {
    const env = cleanEnvironment({
      PARLEY_DATA: join(home, "data"),
      PARLEY_PORT: "0",
      PARLEY_SHOP_PORT: "0",
      PARLEY_AGENT_EMAIL: account.email,
      PARLEY_AGENT_PASSWORD: account.password,
    });
    const child = spawn(process.execPath, ["--conditions=@parley/source", program], {
      cwd: home,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    return new GatewayProcess(await readyUrl(child), home, child);
  }

  /** Token of the admin API, created at the first start. */
  get token(): string {
    return readFileSync(join(this.home, "data/admin-token"), "utf8").trim();
  }

  /** Environment with which `parley` finds the gateway. */
  get env(): Readonly<Record<string, string>> {
    return { PARLEY_URL: this.url };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, "close");
    this.#child.kill("SIGTERM");
    await ended;
  }
}

/** The quickstart's first account. */
export const account = { email: "ada@parley.example", password: "correct horse battery" } as const;

async function readyUrl(child: ChildProcess): Promise<string> {
  let told = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (told += text));
  let said = "";
  for await (const text of child.stdout?.setEncoding("utf8").iterator({ destroyOnReturn: false }) ??
    []) {
    said += String(text);
    const url = /^parley ready (\S+)$/m.exec(said)?.[1];
    if (url !== undefined) {
      child.stdout?.resume();
      return url;
    }
  }
  throw new Error(`the gateway ended before it was ready: ${told}`);
}
