import { createInterface } from "node:readline";
import { StartError } from "@parley/quickstart";
import { Child, programAt } from "./child.ts";

const startLimitMs = 60_000;
/** Longer than a node's own draining. */
const drainLimitMs = 12_000;

export interface NodeStart {
  /** `node-1` and so on. A name is never reused. */
  readonly name: string;
  /** The program: `<path>/node/main.js`. */
  readonly program: string;
  /** Its environment variables. Contains secrets. */
  readonly environment: NodeJS.ProcessEnv;
  /** Receives the node's start messages. */
  readonly tell: (line: string) => void;
}

/** The node program of this version. */
export const ownNodeProgram = programAt("node/main");

/** One gateway as a separate process. */
export class NodeProcess {
  readonly name: string;
  readonly program: string;
  /** Its address on this machine. */
  readonly url: string;
  readonly startedAt = new Date();
  readonly #child: Child;
  readonly #leaveMs: number;
  #ending = false;

  private constructor({ name, program, environment }: NodeStart, child: Child, url: string) {
    this.name = name;
    this.program = program;
    this.url = url;
    this.#child = child;
    this.#leaveMs = Number(environment["PARLEY_LEAVE_MS"] ?? 0);
  }

  /** Resolves when it is ready. @throws StartError when it ends before, or takes longer than a minute. */
  static async start(start: NodeStart): Promise<NodeProcess> {
    const child = new Child(start.program, start.environment, start.name);
    const url = await readyUrl(child, start.tell);
    if (url !== null) return new NodeProcess(start, child, url);
    await child.end(0);
    throw new StartError(`${start.name} did not start: see the output of npm run replicas.`);
  }

  get processId(): number {
    return this.#child.process.pid ?? 0;
  }

  get running(): boolean {
    return this.#child.running;
  }

  /** Calls back when it ends without being stopped. */
  onLost(listener: () => void): void {
    void this.#child.exited.then(() => this.#ending || listener());
  }

  /** Lets it drain and exit. No accepted message is lost. */
  async stop(): Promise<void> {
    this.#ending = true;
    await this.#child.end(this.#leaveMs + drainLimitMs);
  }
}

/** Reads its output until it reports its address; `null` when it never does. */
function readyUrl(child: Child, tell: (line: string) => void): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const timer = setTimeout(() => resolve(null), startLimitMs);
  void child.exited.then(() => resolve(null));
  if (child.process.stdout === null) throw new Error("a node's output is read");
  createInterface(child.process.stdout).on("line", (line) => {
    const [, url] = /^parley ready (\S+)$/.exec(line) ?? [];
    if (url === undefined) tell(line);
    else resolve(url);
  });
  return promise.finally(() => clearTimeout(timer));
}
