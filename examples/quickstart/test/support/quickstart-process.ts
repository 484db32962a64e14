import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { eventually } from "./eventually.ts";
import { freePorts } from "./free-port.ts";

const script = fileURLToPath(new URL("../../dist/program/main.js", import.meta.url));

/** The agent account of these tests. */
export const account = { email: "ada@parley.example", password: "correct horse battery" } as const;

/** Content of `<data>/first-channel.json`. */
export interface FirstChannelFile {
  readonly id: string;
  readonly ingressUrl: string;
  readonly statusUrl: string;
}

/** The built quickstart in a separate process. */
export class QuickstartProcess {
  readonly dataDirectory: string;
  readonly port: number;
  readonly shopPort: number;
  stdout = "";
  stderr = "";
  readonly #child: ChildProcess;
  readonly #exited: Promise<number | string>;

  private constructor(environment: Readonly<Record<string, string>>) {
    this.dataDirectory = environment["PARLEY_DATA"] ?? "";
    this.port = Number(environment["PARLEY_PORT"]);
    this.shopPort = Number(environment["PARLEY_SHOP_PORT"]);
    this.#child = spawn(process.execPath, [script], {
      env: { ...inherited(), ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child.stdout?.setEncoding("utf8").on("data", (text: string) => (this.stdout += text));
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => (this.stderr += text));
    this.#exited = once(this.#child, "close").then(
      ([code, signal]) => (code ?? signal) as number | string,
    );
  }

  /** Spawns it without waiting. Ports missing in `environment` are free ones. */
  static async spawn(
    dataDirectory: string,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<QuickstartProcess> {
    const [port, shopPort] = await freePorts(2);
    return new QuickstartProcess({
      PARLEY_DATA: dataDirectory,
      PARLEY_PORT: String(port),
      PARLEY_SHOP_PORT: String(shopPort),
      PARLEY_AGENT_EMAIL: account.email,
      PARLEY_AGENT_PASSWORD: account.password,
      ...environment,
    });
  }

  /** Spawns it and waits for `parley ready`. */
  static async start(
    dataDirectory: string,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<QuickstartProcess> {
    const spawned = await QuickstartProcess.spawn(dataDirectory, environment);
    await spawned.ready();
    return spawned;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get shopUrl(): string {
    return `http://127.0.0.1:${this.shopPort}`;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Exit code, or the signal's name. */
  get exited(): Promise<number | string> {
    return this.#exited;
  }

  get firstChannel(): FirstChannelFile {
    return JSON.parse(
      readFileSync(`${this.dataDirectory}/first-channel.json`, "utf8"),
    ) as FirstChannelFile;
  }

  async ready(): Promise<void> {
    const ended = this.#exited.then((code) => {
      throw new Error(`the quickstart ended with ${code} before it was ready: ${this.stderr}`);
    });
    ended.catch(() => undefined);
    await Promise.race([eventually(() => /^parley ready /m.test(this.stdout), 60_000), ended]);
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Sends SIGTERM and returns the exit code. */
  async stop(): Promise<number | string> {
    this.signal("SIGTERM");
    return this.#exited;
  }

  /** Sends SIGKILL, like a crash. */
  async kill(): Promise<void> {
    this.signal("SIGKILL");
    await this.#exited;
  }
}

/** The tests' environment without Parley's settings. */
function inherited(): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("PARLEY_")),
  );
}
