import type { NodeTime } from "../../time/node-time.ts";

/** How a node stops: `dead` as by `kill -9`, `frozen` as by SIGSTOP or a machine that sleeps. */
export type Stop = "dead" | "frozen";

/** What happens at a point. `answer-lost`: the gateway does what the plugin asks, and tells it that the store failed. */
export type Fault = Stop | "answer-lost";

/** Brings a fault at one of the points where a gateway and its plugin meet. */
export interface Trap {
  readonly fault: Fault;
  /** How many points come first. */
  readonly skip: number;
  /** Which points count, such as `before state.write`. */
  readonly counts: (point: string) => boolean;
}

/**
 * Whether one node of a test runs. All that its gateway and its plugin do to others passes through here. Nothing gets
 * through once the node is dead, and its promises never settle before the test is over.
 */
export class NodeLife {
  readonly #time: NodeTime;
  readonly #held = new Set<{ readonly go: () => void; readonly fail: (error: Error) => void }>();
  readonly #calls = new Map<Promise<unknown>, string>();
  #state: "running" | Stop = "running";
  #isOver = false;
  #giveUp: () => void = () => {};
  /** Rejects when the test of a dead node is over. */
  readonly #over: Promise<never>;
  #trap: Trap | null = null;
  #skipped = 0;
  #sprungAt: string | null = null;
  /** How often core called the plugin. */
  callCount = 0;
  /** How often core called the plugin for a lane while another call of that lane was under way. */
  overlaps = 0;

  constructor(time: NodeTime) {
    this.#time = time;
    this.#over = new Promise((_, reject) => (this.#giveUp = () => reject(dead())));
    this.#over.catch(() => {});
  }

  get isRunning(): boolean {
    return this.#state === "running";
  }

  /** Calls of the plugin under way. */
  get calls(): readonly Promise<unknown>[] {
    return [...this.#calls.keys()];
  }

  arm(trap: Trap): void {
    this.#trap = trap;
    this.#skipped = 0;
    this.#sprungAt = null;
  }

  /** The point at which the fault came; `null`: the node did not come that far. */
  disarm(): string | null {
    this.#trap = null;
    return this.#sprungAt;
  }

  stop(how: Stop): void {
    this.#state = how;
    this.#time.freeze();
  }

  /** A frozen node goes on: first its timers, then all that waited. */
  async goOn(): Promise<void> {
    this.#state = "running";
    await this.#time.thaw();
    for (const { go } of this.#held) go();
    this.#held.clear();
  }

  /** After the test, all that core does on a dead node fails, so that it can be closed. */
  async end(): Promise<void> {
    if (this.#state === "running") return;
    this.#isOver = true;
    this.#giveUp();
    for (const { fail } of this.#held) fail(dead());
    this.#held.clear();
    await this.#time.thaw();
  }

  /** A call of a store or of another process. Its answer comes only while the node runs. */
  async outside<Value>(work: () => Promise<Value>): Promise<Value> {
    await this.#running();
    try {
      return await work();
    } finally {
      await this.#running();
    }
  }

  /** The plugin calls the gateway. `lost` is what it gets when the answer is lost. */
  async step<Value>(name: string, work: () => Promise<Value>, lost: () => Value): Promise<Value> {
    this.reach(`before ${name}`);
    await this.#alive();
    const result = await work();
    if (this.reach(`after ${name}`) === "answer-lost") return lost();
    await this.#alive();
    return result;
  }

  /** Core calls the plugin for an event of a lane. */
  async call<Value>(lane: string, name: string, work: () => Promise<Value>): Promise<Value> {
    this.reach(`before ${name}`);
    await this.#running();
    this.callCount += 1;
    if ([...this.#calls.values()].includes(lane)) this.overlaps += 1;
    const call = Promise.resolve().then(work);
    this.#calls.set(call, lane);
    const ended = () => void this.#calls.delete(call);
    void call.then(ended, ended);
    const result = await Promise.race([call, this.#over]);
    this.reach(`after ${name}`);
    await this.#running();
    return result;
  }

  /** A point at which a fault may come. Returns it. */
  reach(point: string): Fault | null {
    const trap = this.#trap;
    if (trap === null || this.#state !== "running" || !trap.counts(point)) return null;
    this.#skipped += 1;
    if (this.#skipped <= trap.skip) return null;
    this.#sprungAt = point;
    this.#trap = null;
    if (trap.fault !== "answer-lost") this.stop(trap.fault);
    return trap.fault;
  }

  /** Waits while the node stands still. @throws Error once the test of a dead node is over */
  async #running(): Promise<void> {
    while (this.#state !== "running") {
      if (this.#isOver) throw dead();
      await new Promise<void>((go, fail) => this.#held.add({ go, fail }));
    }
  }

  /** As `#running`, for the plugin, to which nothing ever happens in a dead process. */
  async #alive(): Promise<void> {
    await this.#running().catch(() => new Promise(() => {}));
  }
}

function dead(): Error {
  return new Error("this node is dead");
}
