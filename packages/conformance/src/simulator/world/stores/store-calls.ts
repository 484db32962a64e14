import type { StoreFate } from "../fate.ts";
import type { Step } from "../fates.ts";
import type { Life } from "../life.ts";
import type { Fact } from "../../judge/trace-entry.ts";
import { isRemote } from "../../plan/plan.ts";
import type { RunContext } from "../run-context.ts";

/** Calls that look for due work. */
const polls: ReadonlySet<string> = new Set(["claim", "claim-due", "next-due", "pauses", "answers"]);

/** The error of a failing store. Its text holds a canary that no log line may hold. */
class StoreFailure extends Error {
  override readonly name = "StoreFailure";
}

/** The store calls of one process, with their five ends and their durations. */
export class StoreCalls {
  readonly #world: RunContext;
  readonly #life: Life;

  constructor(world: RunContext, life: Life) {
    this.#world = world;
    this.#life = life;
  }

  /** Local and remote stores are simulated, depending on the seed. */
  get isRemote(): boolean {
    return isRemote(this.#world.plan);
  }

  see(fact: Fact): void {
    this.#world.see(fact, this.#life);
  }

  heardOwner(owner: string): void {
    this.#life.owner = owner;
  }

  /** The owners that are reported to this store as dead. */
  deadOwners(): readonly string[] {
    return this.#world.deadOwners();
  }

  /** `told`: the trace entry to write once the store has executed the call. */
  async run<Result>(
    operation: string,
    work: (fate: StoreFate) => Promise<Result>,
    told: (result: Result) => Fact | null = () => null,
  ): Promise<Result> {
    const life = this.#life;
    if (!life.alive) return never();
    if (life.storeLost !== null) return this.#lost(operation);
    const fate = this.#world.fates.store(life.name, operation);
    const step = this.#world.fates.steps.at(-1);
    const beganAt = this.#world.now;
    const ms = fate.beforeMs + fate.afterMs;
    const isPartial = operation === "commit" && fate.leftOut !== undefined;
    // Recorded at the start, because a node that dies during the call records nothing.
    if (fate.end !== "done" || isPartial || ms > 0) {
      const behindMs = fate.blocks ? Math.max(0, life.awakeAt - beganAt) : 0;
      this.see({ kind: "trouble", operation, end: fate.end, beganAt, ms: ms + behindMs });
    }
    const result = await this.#carry(operation, fate, () => work(fate), told, step);
    if (fate.end === "refused" || fate.end === "unknown") throw trouble();
    return result as Result;
  }

  /** A call that is no part of a message's way. It has no faults, so that it changes no run. */
  soundly<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#life.alive ? this.#world.outside(work) : never();
  }

  async #carry<Result>(
    operation: string,
    { end, beforeMs, afterMs, blocks, ghost }: StoreFate,
    work: () => Promise<Result>,
    told: (result: Result) => Fact | null,
    step: Step | undefined,
  ): Promise<Result | null> {
    const life = this.#life;
    const beganAt = this.#world.now;
    if (blocks) life.standStill(beforeMs + afterMs);
    else if (beforeMs > 0) await this.#world.elapse(beforeMs);
    // No call outlasts the standstill in which the clocks are set.
    if (!life.alive && (!ghost || beganAt <= this.#world.jumpedAt)) return never();
    if (end === "crash-before") return this.#crash();
    const result = end === "refused" ? null : await this.#do(operation, work, told, step);
    if (end === "crash-after") return this.#crash();
    if (!life.alive) return never();
    if (!blocks && beforeMs + afterMs > 0) await life.elapse(afterMs);
    return result;
  }

  async #do<Result>(
    operation: string,
    work: () => Promise<Result>,
    told: (result: Result) => Fact | null,
    step: Step | undefined,
  ): Promise<Result> {
    const result = await this.#world.outside(work);
    const fact = told(result);
    const { fates } = this.#world;
    if (fact === null) {
      this.#world.fold(`${this.#life.name} ${operation}`);
      if (step !== undefined) step.isIdle = polls.has(operation);
    } else {
      fates.changes += 1;
      this.see(fact);
    }
    return result;
  }

  #crash(): Promise<never> {
    this.#world.crash(this.#life);
    return never();
  }

  async #lost(operation: string): Promise<never> {
    const { storeLost } = this.#life;
    const beganAt = this.#world.now;
    if (storeLost?.kind === "store-hangs")
      await this.#life.elapse(Math.max(0, storeLost.until - beganAt));
    const ms = this.#world.now - beganAt;
    this.see({ kind: "trouble", operation, end: "lost", beganAt, ms });
    throw trouble();
  }
}

/** A new promise per call, because waiters of a shared one would stay in memory. */
function never(): Promise<never> {
  return new Promise(() => {});
}

function trouble(): StoreFailure {
  return new StoreFailure("the store is out of reach, says zq:store-qz");
}
