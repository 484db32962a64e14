import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "@parley/quickstart";
import type { ForwarderProcess } from "./forwarder-process.ts";
import { NodeProcess, type NodeStart, ownNodeProgram } from "./node-process.ts";

const startAgainMs = 1_000;

/** Receives progress as lines of text. */
export type Tell = (line: string) => void;

/** One node in the output of `status`. */
export interface NodeState {
  readonly name: string;
  readonly url: string;
  readonly processId: number;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Whether it runs, and whether it gets requests. */
  readonly state: "ready" | "not ready" | "ended";
  /** Requests without a complete answer, including event streams. */
  readonly underWay: number;
  readonly program: string;
}

/** The gateway processes, and operations on them. */
export class Nodes {
  readonly #forwarder: ForwarderProcess;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #tell: Tell;
  readonly #nodes: NodeProcess[] = [];
  #program = ownNodeProgram;
  #turn: Promise<void> = Promise.resolve();
  #ending = false;

  /** `environment`: the environment of each node; `tell` receives events that nobody requested. */
  constructor(forwarder: ForwarderProcess, environment: NodeJS.ProcessEnv, tell: Tell) {
    this.#forwarder = forwarder;
    this.#environment = environment;
    this.#tell = tell;
  }

  get states(): readonly NodeState[] {
    const members = new Map(this.#forwarder.members.map((member) => [member.url, member]));
    return this.#nodes.map(({ name, url, processId, program, startedAt, running }) => {
      const { ready = false, underWay = 0 } = members.get(url) ?? {};
      const state = running ? (ready ? "ready" : "not ready") : "ended";
      const started = startedAt.toISOString();
      return { name, url, processId, startedAt: started, state, underWay, program };
    });
  }

  /** Starts nodes in parallel. @throws StartError. Some may then run; `stop` ends them. */
  async start(count: number): Promise<void> {
    const names = Array.from({ length: count }, (_, index) => `node-${index + 1}`);
    const starting = names.map((name) => this.#launch(name));
    const results = await Promise.allSettled(starting);
    this.#nodes.push(...results.flatMap((one) => (one.status === "fulfilled" ? one.value : [])));
    for (const result of results) if (result.status === "rejected") throw result.reason;
    await this.#announce(...this.#nodes);
  }

  /**
   * Restarts nodes one after another: a node drains and ends, and its successor is ready before the next. If the first
   * node with `program` does not start, it is started with the previous program. The other nodes are then left alone.
   */
  async restart(tell: Tell, program: string | null): Promise<void> {
    const names = this.#nodes.map(({ name }) => name);
    for (const name of names) await this.#oneAtATime(() => this.#restartOne(tell, name, program));
  }

  /** Replaces one node. The new node is ready before the old one leaves. */
  replace(tell: Tell, name: string): Promise<void> {
    return this.#oneAtATime(async () => {
      const old = this.#find(name);
      const successor = await this.#launch(this.#freeName());
      this.#nodes.push(successor);
      await this.#announce(successor);
      tell(`${successor.name} is ready at ${successor.url}; ${name} leaves`);
      await old.stop();
      this.#nodes.splice(this.#nodes.indexOf(old), 1);
      this.#forwarder.forwardTo(this.#nodes);
      tell(`${name} has ended`);
    });
  }

  /** Stops all nodes in parallel, after a running operation. Each drains. */
  async stop(): Promise<void> {
    this.#ending = true;
    await this.#turn;
    await Promise.all(this.#nodes.map((node) => node.stop()));
  }

  async #restartOne(tell: Tell, name: string, program: string | null): Promise<void> {
    const node = this.#find(name);
    const before = this.#program;
    this.#program = program ?? before;
    tell(`${name} leaves`);
    await node.stop();
    try {
      await this.#put(node, await this.#launch(name));
    } catch (error) {
      this.#program = before;
      await this.#put(node, await this.#launch(name));
      throw error;
    }
    tell(`${name} is back at ${this.#find(name).url}`);
  }

  /** Runs one operation at a time. */
  #oneAtATime(step: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(() => {
      if (this.#ending) throw new StartError("The cluster is shutting down.");
      return step();
    });
    this.#turn = done.catch(() => undefined);
    return done;
  }

  #find(name: string): NodeProcess {
    const found = this.#nodes.find((node) => node.name === name);
    if (found === undefined) throw new StartError(`There is no ${name}: status lists them all.`);
    return found;
  }

  async #launch(name: string): Promise<NodeProcess> {
    const start: NodeStart = {
      name,
      program: this.#program,
      environment: this.#environment,
      tell: this.#tell,
    };
    const node = await NodeProcess.start(start);
    node.onLost(() => void this.#startAgain(node));
    return node;
  }

  async #put(old: NodeProcess, successor: NodeProcess): Promise<void> {
    this.#nodes.splice(this.#nodes.indexOf(old), 1, successor);
    await this.#announce(successor);
  }

  async #announce(...fresh: readonly NodeProcess[]): Promise<void> {
    this.#forwarder.forwardTo(this.#nodes);
    await Promise.all(fresh.map(({ url }) => this.#forwarder.seesReady(url)));
  }

  /** Restarts a lost node, as systemd or a container platform would. */
  async #startAgain(lost: NodeProcess): Promise<void> {
    this.#tell(`${lost.name} has ended; it is started again`);
    while (!this.#ending && this.#nodes.includes(lost)) {
      await sleep(startAgainMs);
      await this.#oneAtATime(async () => {
        if (this.#nodes.includes(lost)) await this.#put(lost, await this.#launch(lost.name));
      }).catch(() => undefined);
    }
  }

  #freeName(): string {
    const numbers = this.#nodes.map(({ name }) => Number(name.split("-")[1]));
    return `node-${Math.max(...numbers) + 1}`;
  }
}
