import {
  AgentBackend,
  type Availability,
  PluginInstance,
  PluginState,
  type Receipt,
  type Turn,
  type VisitorEvent,
  type WriteAnswer,
} from "@parley/core";
import { ContainerModule } from "inversify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AgentBench } from "../../src/agent-app/agent-bench.ts";

const name = "notes";

/** A plugin that holds its calls up, and keeps their turns. Every gateway has its own. */
class Plugin implements AgentBackend {
  readonly turns: Turn[] = [];
  readonly state: PluginState;
  isClosed = false;
  /** Ends the call under way. */
  answer: () => void = () => {};

  constructor(state: PluginState) {
    this.state = state;
    made.push(this);
  }

  async availability(): Promise<Availability> {
    return 1;
  }

  async receive({ turn }: VisitorEvent): Promise<Receipt> {
    this.turns.push(turn);
    await new Promise<void>((resolve) => (this.answer = resolve));
    return { outcome: "taken" };
  }

  async report(): Promise<Receipt> {
    return { outcome: "taken" };
  }

  write(value: number, turn?: Turn): Promise<WriteAnswer> {
    return this.state.write([
      { put: "note", value, ...(turn !== undefined && { when: { turn } }) },
    ]);
  }
}

const made: Plugin[] = [];
const notes = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(PluginInstance).toConstantValue({ name });
    bind(AgentBackend)
      .toResolvedValue(
        (state: PluginState) => new Plugin(state),
        [{ serviceIdentifier: PluginState, name }],
      )
      .inSingletonScope()
      .onDeactivation((plugin) => void ((plugin as Plugin).isClosed = true));
  });

let bench: AgentBench;
const plugin = (index: number): Plugin => {
  const found = made[index];
  if (found === undefined) throw new Error("there is no such gateway");
  return found;
};
const note = async () =>
  (await (await bench.plugged.get(PluginState, name)).get<number>("note"))?.value;

beforeEach(async () => {
  made.splice(0);
  bench = await AgentBench.startCarrying();
  await bench.plug(notes);
  await bench.rig.say("hello");
  await bench.rig.time.advance(1_000);
});

afterEach(async () => {
  await bench.plugged.unplug();
  await bench.close();
});

/** Whether a promise has settled once everything has run that can. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const note = () => void (settled = true);
  void promise.then(note, note);
  await bench.rig.time.settle();
  return settled;
}

describe("a gateway of the bench", () => {
  it("that was killed writes nothing, answers nothing, and is told nothing", async () => {
    expect(await isSettled(plugin(0).write(1))).toBe(true);
    bench.plugged.node.life.stop("dead");
    const late = plugin(0).write(2);
    plugin(0).answer();
    expect(await isSettled(late)).toBe(false);
    await bench.plugged.startNode();
    await bench.rig.time.advance(1_000);
    expect(await note()).toBe(1);
    expect(made.map(({ turns }) => turns.length)).toEqual([1, 1]);
    plugin(1).answer();
    await bench.rig.time.advance(1_000);
    expect(bench.isBusy).toBe(false);
  });

  it("that stood still goes on, and its turn has passed", async () => {
    const frozen = bench.plugged.node;
    frozen.life.stop("frozen");
    const [turn] = plugin(0).turns;
    const late = plugin(0).write(1, turn);
    await bench.rig.time.advance(12_000);
    await bench.plugged.startNode();
    await bench.rig.time.advance(1_000);
    expect(await isSettled(late)).toBe(false);
    await frozen.life.goOn();
    expect(await late).toMatchObject({ written: false, why: "stale-turn" });
    expect((await plugin(1).write(2, plugin(1).turns[0])).written).toBe(true);
    expect(await note()).toBe(2);
  });

  it("is closed after the test, whether it was killed or not", async () => {
    bench.plugged.node.life.stop("dead");
    await bench.plugged.startNode();
    await bench.plugged.unplug();
    expect(made.map(({ isClosed }) => isClosed)).toEqual([true, true]);
  });

  it("counts calls of one lane that overlap", async () => {
    const { life } = bench.plugged.node;
    const call = (lane: string) => life.call(lane, "receive", () => bench.rig.time.settle());
    await Promise.all([call("a"), call("b")]);
    expect(life.overlaps).toBe(0);
    await Promise.all([call("a"), call("a")]);
    expect(life.overlaps).toBe(1);
  });

  it("stops at the point that its trap counts", async () => {
    const { life } = bench.plugged.node;
    life.arm({ fault: "dead", skip: 1, counts: (point) => point === "after state.write" });
    expect(await isSettled(plugin(0).write(1))).toBe(true);
    expect(await isSettled(plugin(0).write(2))).toBe(false);
    expect(life.disarm()).toBe("after state.write");
    await bench.plugged.startNode();
    expect(await note()).toBe(2);
  });

  it("loses an answer, and has done what it was asked", async () => {
    const { life } = bench.plugged.node;
    life.arm({ fault: "answer-lost", skip: 0, counts: (point) => point === "after state.write" });
    await expect(plugin(0).write(1)).rejects.toMatchObject({ code: "store-unavailable" });
    expect(await note()).toBe(1);
    expect((await plugin(0).write(2)).written).toBe(true);
  });
});
