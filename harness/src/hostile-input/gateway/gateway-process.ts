import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { extname, join } from "node:path";
import type { FaultMode, FromHost, HostChannel, Measures, ToHost, Way } from "./host-words.ts";

/** The attacked process, seen from outside. */
export class GatewayProcess {
  readonly channels: readonly HostChannel[];
  readonly ways: readonly Way[];
  /** The one that everything goes to; `null`: to each in turn. */
  only: Way | null = null;
  readonly #child: ChildProcess;
  readonly #log: Buffer[];
  #peakRssBytes = 0;
  #asked = 0;

  private constructor(child: ChildProcess, log: Buffer[], ready: FromHost & { type: "ready" }) {
    this.#child = child;
    this.#log = log;
    this.ways = ready.ways;
    this.channels = ready.channels;
  }

  static async start(directory: string, agentUrl: string): Promise<GatewayProcess> {
    const host = join(import.meta.dirname, `host${extname(import.meta.filename)}`);
    const flags = [...process.execArgv, "--expose-gc"];
    const child = spawn(process.execPath, [...flags, host, directory, agentUrl], {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    const log: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (bytes: Buffer) => log.push(bytes));
    const first = await Promise.race([once(child, "message"), once(child, "exit")]);
    const words = first[0] as FromHost | number | null;
    if (typeof words === "object" && words?.type === "ready")
      return new GatewayProcess(child, log, words);
    throw new Error(`the gateway ended before it was ready: ${Buffer.concat(log).toString()}`);
  }

  /** The way in for whoever asks next. */
  nextWay(): Way {
    this.#asked += 1;
    const way = this.only ?? this.ways[this.#asked % this.ways.length];
    if (way === undefined) throw new Error("the gateway has no way in");
    return way;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Everything it wrote. */
  get log(): string {
    return Buffer.concat(this.#log).toString();
  }

  get peakRssBytes(): number {
    return this.#peakRssBytes;
  }

  setFaults(mode: FaultMode): void {
    this.#tell({ type: "faults", mode });
  }

  /** @throws when the process does not answer within 10 s: it hangs, or is gone. */
  async measure(): Promise<Measures> {
    this.#tell({ type: "measure" });
    const patience = { signal: AbortSignal.timeout(10_000) };
    const [words] = (await once(this.#child, "message", patience)) as [FromHost];
    if (words.type !== "measures") throw new Error("the gateway said something else");
    this.#peakRssBytes = Math.max(this.#peakRssBytes, words.measures.rssBytes);
    return words.measures;
  }

  /** Stops it in order; answers its exit code. */
  async stop(): Promise<number | null> {
    if (!this.isRunning) return this.#child.exitCode;
    const exited = once(this.#child, "exit");
    this.#tell({ type: "stop" });
    const kill = setTimeout(() => this.#child.kill("SIGKILL"), 15_000);
    const [code] = (await exited) as [number | null];
    clearTimeout(kill);
    return code;
  }

  #tell(words: ToHost): void {
    if (this.isRunning) this.#child.send(words);
  }
}
