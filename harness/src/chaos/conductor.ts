import { setTimeout as pause } from "node:timers/promises";
import { starvedMs } from "../hostile-receiver/starvation.ts";
import type { ChaosNode } from "./chaos-node.ts";
import { type Fault, wordsFor } from "./plan.ts";
import type { SharedDatabase } from "./shared-database.ts";

/** For how long an upgrade waits for a node that something else befell. */
const timeoutMs = 60_000;
const lookMs = 50;
/** Longer than the lease of an outbound attempt, so that another node takes over. */
const encoreMs = 9_000;
const afterEncoreMs = 3_000;
const encores = 8;

/** Lets the faults of a plan come over nodes and database, each at its instant, whatever the others do. */
export class Conductor {
  readonly #nodes: readonly ChaosNode[];
  readonly #database: SharedDatabase;
  readonly #done = new Map<Fault["kind"], number>();

  constructor(nodes: readonly ChaosNode[], database: SharedDatabase) {
    this.#nodes = nodes;
    this.#database = database;
  }

  /** How many faults of a kind found somebody to befall. */
  done(kind: Fault["kind"]): number {
    return this.#done.get(kind) ?? 0;
  }

  /** Resolves when the last fault is over. `tell` hears of each. */
  async play(plan: readonly Fault[], tell: (words: string) => void): Promise<void> {
    const startedAt = ownTime();
    const underWay: Promise<void>[] = [];
    for (const fault of plan) {
      for (let restMs; (restMs = startedAt + fault.atMs - ownTime()) > 0;) await pause(restMs);
      const work = this.#begin(fault);
      if (work !== null) this.#done.set(fault.kind, this.done(fault.kind) + 1);
      tell(
        `${(fault.atMs / 1_000).toFixed(1)} s: ${work === null ? "nobody to " : ""}${wordsFor(fault)}`,
      );
      underWay.push(work ?? Promise.resolve());
    }
    await Promise.all(underWay);
  }

  /** On a machine that had little time for messages no node may have been frozen with one in its hands: once more. */
  async freezeUntil(isEnough: () => boolean): Promise<void> {
    for (let time = 0; !isEnough() && time < encores; time += 1) {
      await (
        await this.#whenUp(this.#nodes[time % this.#nodes.length])
      )?.freeze(encoreMs, "anywhere");
      this.#done.set("freeze", this.done("freeze") + 1);
      await pause(afterEncoreMs);
    }
  }

  /** `null` when nobody is fit for it. */
  #begin(fault: Fault): Promise<void> | null {
    switch (fault.kind) {
      case "kill":
        return this.#first(fault.order, ({ isUp }) => isUp)?.kill() ?? null;
      case "freeze":
        return (
          this.#first(fault.order, ({ isUp }) => isUp)?.freeze(fault.forMs, fault.where) ?? null
        );
      case "cut":
        return (
          this.#first(fault.order, ({ isCut }) => !isCut)?.cut(fault.forMs, fault.ending) ?? null
        );
      case "restart":
        return this.#database.isUp ? this.#database.restart(fault.forMs) : null;
      case "upgrade":
        return this.#upgrade();
    }
  }

  #first(order: readonly number[], isFit: (node: ChaosNode) => boolean): ChaosNode | undefined {
    return order
      .flatMap((index) => this.#nodes[index] ?? [])
      .find((node) => isFit(node) && !node.hasFallen);
  }

  async #upgrade(): Promise<void> {
    for (const node of this.#nodes) await (await this.#whenUp(node))?.replace();
  }

  async #whenUp(node: ChaosNode | undefined): Promise<ChaosNode | null> {
    const until = performance.now() + timeoutMs;
    for (; performance.now() < until; await pause(lookMs)) if (node?.isUp === true) return node;
    return null;
  }
}

/** On a busy machine faults come as much later as whatever they befall. */
function ownTime(): number {
  return performance.now() - starvedMs();
}
