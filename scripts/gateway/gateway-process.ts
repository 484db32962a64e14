import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { eventually } from "../../examples/quickstart/test/support/eventually.ts";
import { freePorts } from "../../examples/quickstart/test/support/free-port.ts";
import { account } from "../../examples/quickstart/test/support/quickstart-process.ts";
import { Inspector } from "./inspector.ts";

/** A first start on much data migrates and checks it. */
const readyMs = 600_000;
const adminToken = "console-figures-admin-token";

const programs = {
  sqlite: "../../examples/quickstart/dist/program/main.js",
  postgres: "../../examples/replicas/dist/node/main.js",
} as const;

/** A data directory, or the connection string of a database. */
export type GatewayPlace =
  | { readonly kind: "sqlite"; readonly directory: string }
  | { readonly kind: "postgres"; readonly url: string };

/** A gateway with its console, in a separate process. */
export class GatewayProcess {
  readonly url: string;
  readonly #place: GatewayPlace;
  readonly #port: number;
  #child: ChildProcess;
  #stdout = "";
  #stderr = "";

  private constructor(place: GatewayPlace, port: number) {
    this.url = `http://127.0.0.1:${port}`;
    this.#place = place;
    this.#port = port;
    this.#child = this.#spawn();
  }

  #spawn(): ChildProcess {
    const script = fileURLToPath(new URL(programs[this.#place.kind], import.meta.url));
    const environment = { ...process.env, ...environmentOf(this.#place, this.#port) };
    const child = spawn(process.execPath, ["--inspect-port=0", script], {
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#stdout = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (this.#stdout += text));
    // The end says why it failed. All of it could grow without an end.
    child.stderr
      ?.setEncoding("utf8")
      .on("data", (text: string) => (this.#stderr = `${this.#stderr}${text}`.slice(-2_000)));
    return child;
  }

  static async start(place: GatewayPlace): Promise<GatewayProcess> {
    const [port = 0] = await freePorts(1);
    const started = new GatewayProcess(place, port);
    await started.#ready();
    return started;
  }

  /** Starts the inspector of the process. */
  async inspect(): Promise<Inspector> {
    this.#child.kill("SIGUSR1");
    const address = (): string | undefined => /ws:\S+/.exec(this.#stderr)?.[0];
    await eventually(() => address() !== undefined);
    return Inspector.open(address() ?? "");
  }

  async stop(): Promise<void> {
    await this.#end("SIGTERM");
  }

  /** Sends SIGKILL, like a crash, and starts it again on the same port. */
  async crash(): Promise<void> {
    await this.#end("SIGKILL");
    this.#child = this.#spawn();
    await this.#ready();
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (this.#hasEnded) return;
    const closed = once(this.#child, "close");
    this.#child.kill(signal);
    await closed;
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async #ready(): Promise<void> {
    await eventually(() => this.#hasEnded || /^parley ready /m.test(this.#stdout), readyMs);
    if (this.#hasEnded) throw new Error(`The gateway did not start: ${this.#stderr}`);
  }
}

function environmentOf(place: GatewayPlace, port: number): Readonly<Record<string, string>> {
  const common = {
    PARLEY_PORT: String(port),
    PARLEY_SHOP_PORT: "0",
    PARLEY_AGENT_EMAIL: account.email,
    PARLEY_AGENT_PASSWORD: account.password,
    PARLEY_INSECURE_LOOPBACK: "1",
  };
  return place.kind === "sqlite"
    ? { ...common, PARLEY_DATA: place.directory }
    : { ...common, DATABASE_URL: place.url, PARLEY_ADMIN_TOKEN: adminToken };
}
