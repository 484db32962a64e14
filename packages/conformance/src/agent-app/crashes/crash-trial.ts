import assert from "node:assert/strict";
import type { Runner } from "../../runner.ts";
import { want } from "../../want.ts";
import type { AgentApp, Trouble } from "../agent-app.ts";
import { AgentBench } from "../agent-bench.ts";
import type { OpenAgentApp } from "../agent-check.ts";
import type { Fault } from "../nodes/node-life.ts";

/** Shorter than the timeouts of test runners, so that the failure names the clause. */
const callEndsWithinMs = 3_000;
const stepMs = 1_000;
/** In rounds of `stepMs`. Longer than the longest pause after failures (ruling 21), twice. */
const roundLimit = 150;

/** An app whose plugin is called by its own gateway, which can be killed, frozen and started again. */
export class CrashTrial {
  readonly bench: AgentBench;
  readonly app: AgentApp;
  /** While set, time goes on although calls of the plugin are under way. */
  #isHeldUp = false;
  /** Calls that began while the app was in trouble, and which may end only when their signals abort. */
  readonly #heldUp = new WeakSet<Promise<unknown>>();

  constructor(bench: AgentBench, app: AgentApp) {
    this.bench = bench;
    this.app = app;
  }

  /** A visitor writes. The message is stored, and the gateway of the plugin gets it within a second. */
  says(text: string, visitor: string): Promise<string> {
    return this.bench.rig.say(text, visitor);
  }

  /** Brings a fault of the gateway at the next point that `counts`, after `skip` of them. */
  arm(fault: Fault, skip: number, counts: (point: string) => boolean = () => true): void {
    this.bench.plugged.node.life.arm({ fault, skip, counts });
  }

  /** Where the fault came; `null`: nowhere. */
  disarm(): string | null {
    return this.bench.plugged.node.life.disarm();
  }

  /** `kill -9` of the gateway. */
  kill(): void {
    this.bench.plugged.node.life.stop("dead");
  }

  /** Starts the gateway with the plugin made anew, over what the store and the app have. */
  async start(): Promise<void> {
    await this.bench.plugged.startNode();
  }

  /** How often the plugin was called, in all its gateways. */
  get callCount(): number {
    return this.bench.plugged.nodes.reduce((sum, { life }) => sum + life.callCount, 0);
  }

  /** Lets time pass. A call of the plugin under way ends first, since it waits for a real app. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= stepMs) {
      await this.#quiet();
      await this.bench.rig.time.advance(Math.min(left, stepMs));
    }
    await this.#quiet();
  }

  /** Lets time pass until nothing waits for the app or for the visitor. */
  async untilDone(): Promise<void> {
    await this.#quiet();
    for (let round = 0; this.bench.isBusy; round += 1) {
      assert.ok(
        round < roundLimit,
        "nothing accepted waits for ever: each event is taken in the end",
      );
      await this.pass(stepMs);
    }
  }

  /** Runs `during` while the app has this fault, and time goes on. Without faults it just runs. */
  async inTrouble(trouble: Trouble, during: () => Promise<void>): Promise<void> {
    await this.app.trouble?.begin(trouble);
    this.#isHeldUp = this.app.trouble !== null;
    try {
      await during();
    } finally {
      this.#isHeldUp = false;
      for (const call of this.#callsUnderWay()) this.#heldUp.add(call);
      await this.app.trouble?.end();
    }
  }

  /** Checks what the app shows of a conversation. */
  async wantShown(clause: string, conversationId: string, texts: readonly string[]): Promise<void> {
    const seen = await this.app.messages(conversationId);
    want(
      `${clause}: each message is shown once, in order`,
      seen.map(({ message }) => message["text"]),
      texts,
    );
  }

  async #quiet(): Promise<void> {
    const from = performance.now();
    for (;;) {
      await this.bench.rig.time.settle();
      const calls = this.#callsUnderWay();
      if (calls.length === 0) return;
      await oneEnds(calls);
      // Then time goes on, until the signals of the calls abort.
      if (this.#isHeldUp) return;
      const isLate = performance.now() - from > callEndsWithinMs;
      assert.ok(!isLate, "a call of the plugin ends while the app answers");
    }
  }

  #callsUnderWay(): readonly Promise<unknown>[] {
    const running = this.bench.plugged.nodes.filter(({ life }) => life.isRunning);
    const calls = running.flatMap(({ life }) => life.calls);
    return calls.filter((call) => !this.#heldUp.has(call));
  }
}

/** Waits until one of the calls has ended, but only for the time that a request takes to get to an app. */
async function oneEnds(calls: readonly Promise<unknown>[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const moment = new Promise((resolve) => (timer = setTimeout(resolve, 5)));
  await Promise.race([moment, Promise.race(calls).catch(() => {})]);
  clearTimeout(timer);
}

/** One check of a crash, on a fresh app and a fresh bench. Both are always closed. */
export type CrashCheck = (title: string, body: (trial: CrashTrial) => Promise<void>) => void;

export function crashChecks({ it }: Runner, open: OpenAgentApp): CrashCheck {
  return (title, body) => {
    it(title, async () => {
      const bench = await AgentBench.startCarrying();
      try {
        const app = await open(bench);
        await body(new CrashTrial(bench, app)).finally(() => app.close());
      } finally {
        await bench.close();
      }
    });
  };
}
