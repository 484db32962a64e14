import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { extname, join, resolve } from "node:path";
import type { GatewayOptions, GatewayReady, Order, Told } from "./options.ts";

/** Under whom and with what a gateway process runs. */
export interface ProcessOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly uid?: number;
  /** Root of another built checkout, whose gateway runs. Default: this one's. */
  readonly checkout?: string;
}

const beatMs = 250;

interface Launched {
  readonly child: ChildProcess;
  /** Grows as it writes on stderr. */
  readonly said: readonly Buffer[];
  readonly ready: GatewayReady;
}

/** A gateway in a process of its own, that can be killed and started again on the same port. */
export class GatewayProcess {
  /** Of the channel, when the first start made it. */
  readonly ingressPath: string | null;
  readonly url: string;
  readonly #options: GatewayOptions;
  #processOptions: ProcessOptions;
  #refused = 0;
  #stoodStill = 0;
  #child: ChildProcess;
  #said: readonly Buffer[];

  private constructor(
    { child, said, ready: { port, ingressPath } }: Launched,
    options: GatewayOptions,
    processOptions: ProcessOptions,
  ) {
    this.#child = child;
    this.#said = said;
    this.#listen();
    this.#options = { ...options, port };
    this.#processOptions = processOptions;
    this.ingressPath = ingressPath;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** @throws with what the process said, when it ends before it is ready. */
  static async start(options: GatewayOptions, env: ProcessOptions = {}): Promise<GatewayProcess> {
    return new GatewayProcess(await launch(options, env), options, env);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** What the process has written on stderr since its start, or the first of it. */
  get said(): string {
    return Buffer.concat(this.#said).toString();
  }

  /** How many of its settlements were refused as stale, over all its starts. */
  get refused(): number {
    return this.#refused;
  }

  /** How often it stood still in a call of its store, over all its starts. */
  get stoodStill(): number {
    return this.#stoodStill;
  }

  #listen(): void {
    this.#child.on("message", ({ refused = 0, stoodStill = 0 }: Told) => {
      this.#refused += refused;
      this.#stoodStill += stoodStill;
    });
  }

  /** Has it stop itself (`SIGSTOP`) in its next call of its store. Whoever asks wakes it after `ms`, by `SIGCONT`. */
  standStillInCall(ms: number): void {
    const order: Order = { standStillUntil: Date.now() + ms };
    // One that has just died is told nothing.
    if (this.#child.connected) this.#child.send(order, () => {});
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async kill(): Promise<void> {
    if (!this.isRunning) return;
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await exited;
  }

  /** From its next start on it is this checkout's gateway. */
  upgrade(): void {
    const { checkout: _, ...others } = this.#processOptions;
    this.#processOptions = others;
  }

  async startAgain(): Promise<void> {
    const { child, said } = await launch(this.#options, this.#processOptions);
    this.#child = child;
    this.#said = said;
    this.#listen();
  }

  /** Stops it in order; answers its exit code, `null` when it had to be killed after `timeoutMs` or was dead. */
  async stop(timeoutMs = 15_000): Promise<number | null> {
    if (!this.isRunning) return null;
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    // In case it has stopped itself too late to be woken.
    this.#child.kill("SIGCONT");
    // Beats are counted, not time: a machine that stands still takes nobody's patience.
    let beatsLeft = Math.ceil(timeoutMs / beatMs);
    const patience = setInterval(() => {
      beatsLeft -= 1;
      if (beatsLeft <= 0) this.#child.kill("SIGKILL");
    }, beatMs);
    const [code] = (await exited) as [number | null];
    clearInterval(patience);
    return code;
  }
}

async function launch(
  options: GatewayOptions,
  { env = process.env, uid, checkout }: ProcessOptions,
): Promise<Launched> {
  const host =
    checkout === undefined
      ? join(import.meta.dirname, `host${extname(import.meta.filename)}`)
      : resolve(checkout, "harness/dist/gateway/host.js");
  const child = spawn(process.execPath, [...process.execArgv, host, JSON.stringify(options)], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    env,
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const said: Buffer[] = [];
  child.stderr?.on("data", (bytes: Buffer) => said.length < 100 && said.push(bytes));
  const [ready] = (await Promise.race([once(child, "message"), once(child, "exit")])) as unknown[];
  if (typeof ready === "object" && ready !== null)
    return { child, said, ready: ready as GatewayReady };
  throw new Error(`the gateway ended before it was ready: ${Buffer.concat(said).toString()}`);
}
