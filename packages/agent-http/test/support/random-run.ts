import { SeededRandom, type StoreFactory } from "@parley/conformance";
import { AgentRig, type RigNode } from "./agent-rig.ts";
import { QueueModel } from "./queue-model.ts";
import type { Handed, RigClient } from "./rig-client.ts";

const steps = 70;
const leaseSeconds = 5;
const visitors = ["a", "b", "c"];

/** One random run: visitors write, two nodes are polled, acknowledgements come late, twice or never, nodes die. */
class RandomRun {
  readonly model = new QueueModel();
  readonly #rig: AgentRig;
  readonly #random: SeededRandom;
  readonly #handed: Handed[] = [];
  #nodes: RigNode[];

  constructor(rig: AgentRig, nodes: RigNode[], random: SeededRandom) {
    this.#rig = rig;
    this.#nodes = nodes;
    this.#random = random;
  }

  async step(): Promise<void> {
    const choice = this.#random.fraction();
    if (choice < 0.25) return this.#say();
    if (choice < 0.55) return void (await this.poll());
    if (choice < 0.75) return this.#acknowledge();
    if (choice < 0.82) return this.#postpone();
    if (choice < 0.96) return this.#rig.time.advance(Math.floor(this.#random.fraction() * 4_000));
    return this.#crash();
  }

  /** Polls, and acknowledges what comes, until nothing is left. */
  async drain(): Promise<void> {
    for (let round = 0; round < 100 && !this.model.isDone; round += 1) {
      for (const { id, token } of await this.poll()) await this.#settle(id, token);
      await this.#rig.time.advance(3_000);
    }
  }

  async poll(): Promise<readonly Handed[]> {
    const events = await this.#client().poll({ leaseSeconds, limit: 5 });
    const now = this.#rig.time.now();
    for (const event of events) this.model.handed(event, now, 1_000 * leaseSeconds);
    this.#handed.push(...events);
    return events;
  }

  async #say(): Promise<void> {
    const node = this.#pick(this.#nodes);
    const id = await this.#rig.say("hello", { visitor: this.#pick(visitors), node });
    this.model.accepted(id);
  }

  async #acknowledge(): Promise<void> {
    if (this.#handed.length === 0) return;
    const { id, token } = this.#pick(this.#handed.slice(-8));
    await this.#settle(id, this.#random.fraction() < 0.05 ? "guess" : token);
  }

  async #settle(id: string, token: string): Promise<void> {
    const [result] = await this.#client().acknowledge({ id, token });
    this.model.acknowledged(id, token, result);
  }

  async #postpone(): Promise<void> {
    const event = this.#handed.at(-1);
    if (event === undefined) return;
    const later = { ...event, outcome: "later", inSeconds: 3 };
    const [result] = await this.#client().acknowledge(later);
    if (result === "settled") this.model.postponed(event.id, this.#rig.time.now(), 3_000);
  }

  async #crash(): Promise<void> {
    const dead = this.#pick(this.#nodes);
    await dead.kill();
    this.#nodes = [...this.#nodes.filter((node) => node !== dead), await this.#rig.add()];
  }

  #client(): RigClient {
    return this.#rig.client("http", undefined, this.#pick(this.#nodes));
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random.fraction() * items.length)] as Item;
  }
}

/** Whether everything that was accepted is settled in the end. @throws AssertionError when a rule of the queue is broken */
export async function randomRun(seed: number, stores?: StoreFactory): Promise<boolean> {
  const rig = await AgentRig.start(stores && { stores });
  try {
    const run = new RandomRun(rig, [rig.node(0), await rig.add()], new SeededRandom(seed));
    for (let step = 0; step < steps; step += 1) await run.step();
    await run.drain();
    return run.model.isDone;
  } finally {
    await rig.close();
  }
}
