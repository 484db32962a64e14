import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { eventually } from "../../../quickstart/test/support/eventually.ts";
import { account } from "../../../quickstart/test/support/quickstart-process.ts";

const script = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const startLimitMs = 60_000;

/** One node in the output of `status --json`. */
export interface NodeShown {
  readonly name: string;
  readonly processId: number;
  readonly state: string;
  readonly program: string;
}

/** Result of a command. */
export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built replicas in a separate process. */
export class ClusterProcess {
  readonly dataDirectory: string;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #child: ChildProcess;
  readonly #exited: Promise<number | string>;
  stdout = "";
  stderr = "";

  private constructor(dataDirectory: string, environment: Readonly<Record<string, string>>) {
    this.dataDirectory = dataDirectory;
    this.#environment = { ...inherited(), PARLEY_DATA: dataDirectory, ...environment };
    this.#child = spawn(process.execPath, [script], {
      env: this.#environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child.stdout?.setEncoding("utf8").on("data", (text: string) => (this.stdout += text));
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => (this.stderr += text));
    this.#exited = once(this.#child, "close").then(
      ([code, signal]) => (code ?? signal) as number | string,
    );
  }

  /** Starts it on a free port and waits until it is ready. */
  static async start(
    dataDirectory: string,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<ClusterProcess> {
    const cluster = new ClusterProcess(dataDirectory, {
      PARLEY_PORT: "0",
      PARLEY_SHOP_PORT: "0",
      PARLEY_LEAVE_MS: "500",
      PARLEY_AGENT_EMAIL: account.email,
      PARLEY_AGENT_PASSWORD: account.password,
      ...environment,
    });
    const ended = cluster.#exited.then((code) => {
      throw new Error(`it ended with ${code} before it was ready: ${cluster.stderr}`);
    });
    ended.catch(() => undefined);
    await Promise.race([eventually(() => cluster.url !== "", startLimitMs), ended]);
    return cluster;
  }

  /** Address of the forwarder. */
  get url(): string {
    return /^parley ready (\S+)$/m.exec(this.stdout)?.[1] ?? "";
  }

  get ingressUrl(): string {
    const text = readFileSync(`${this.dataDirectory}/first-channel.json`, "utf8");
    return (JSON.parse(text) as { readonly ingressUrl: string }).ingressUrl;
  }

  /** Runs `npm run replicas -- <words>` on it. */
  async command(...words: readonly string[]): Promise<CommandResult> {
    const child = spawn(process.execPath, [script, ...words], { env: this.#environment });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    const [code] = (await once(child, "close")) as [number | null];
    return { code, stdout, stderr };
  }

  async nodes(): Promise<readonly NodeShown[]> {
    const { stdout } = await this.command("status", "--json");
    return (JSON.parse(stdout) as { readonly nodes: readonly NodeShown[] }).nodes;
  }

  /** Sends SIGINT like Ctrl-C, and returns the exit code. */
  async stop(): Promise<number | string> {
    this.#child.kill("SIGINT");
    return this.#exited;
  }

  /** Sends SIGKILL to the parent process, like a crash. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#exited;
  }
}

/** The tests' environment without Parley's settings. */
function inherited(): NodeJS.ProcessEnv {
  const strange = (name: string) => name.startsWith("PARLEY_") || name === "DATABASE_URL";
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !strange(name)));
}
