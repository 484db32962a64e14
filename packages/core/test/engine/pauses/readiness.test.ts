import { describe, expect, it } from "vitest";
import { cluster } from "./pausing-nodes.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describe("a clock that was set back", () => {
  it("lengthens a pause to one hour from now at most, also while the node runs", async () => {
    const { time, data, node, asked } = cluster();
    const { pauses, level } = await node();
    pauses.asked(asked(hourMs));
    await time.advance(1);
    const [pause] = data.pauses.values();
    if (pause === undefined) throw new Error("nothing was stored");
    data.pauses.set("default", { ...pause, until: time.now() + 25 * hourMs });
    await time.advance(1_000);
    await time.advance(hourMs);
    expect(level()).toBe("few");
    await pauses.stop(1);
  });

  it("does not make an old `ready()` end every pause that is asked for", async () => {
    const { time, data, node, asked } = cluster();
    const { pauses, level } = await node();
    pauses.ready();
    await time.advance(1);
    const [pause] = data.pauses.values();
    if (pause === undefined) throw new Error("nothing was stored");
    data.pauses.set("default", { ...pause, readyAt: time.now() + hourMs });
    await time.advance(1_000);
    expect(pauses.isReadySince("c", time.now())).toBe(false);
    pauses.asked(asked(minuteMs));
    expect(level()).toBe("none");
    await pauses.stop(1);
  });
});

describe("`ready()`", () => {
  it("with what is no id is refused, and ends nothing", async () => {
    const { node, asked } = cluster();
    const { pauses, level } = await node();
    pauses.asked(asked(minuteMs));
    for (const wrong of [null, 42, "", {}])
      expect(() => pauses.ready(wrong as never)).toThrow("that is no conversation's id");
    expect(level()).toBe("none");
    await pauses.stop(1);
  });

  it("for a conversation that the store cannot change now holds up no other, and no pause", async () => {
    const { time, data, faults, node, asked } = cluster();
    const { pauses } = await node();
    faults.locked.add("locked");
    pauses.ready("locked");
    pauses.ready("free");
    pauses.asked(asked(minuteMs));
    await time.advance(1);
    expect(faults.resumed).toEqual(["free"]);
    expect([...data.pauses.values()].map(({ since }) => since !== null)).toEqual([true]);
    faults.locked.clear();
    await time.advance(1_000);
    expect(faults.resumed).toEqual(["free", "locked"]);
    await pauses.stop(1);
  });

  it("resolves once the store has ended the pause, for every call", async () => {
    const { time, faults, node } = cluster();
    const { pauses } = await node();
    faults.locked.add("c");
    let resolved = 0;
    const called = (): void => void pauses.ready("c").then(() => (resolved += 1));
    called();
    called();
    await time.advance(10);
    called();
    await time.advance(5_000);
    expect(resolved).toBe(0);
    faults.locked.clear();
    await time.advance(1_000);
    expect(resolved).toBe(3);
    await pauses.stop(1);
  });

  it("goes on until no paused lane is left, also when another node has taken some", async () => {
    const { time, faults, node } = cluster();
    const { pauses } = await node();
    faults.pages = [500, 200, 1, 0];
    pauses.ready();
    await time.advance(1);
    expect(faults.pages).toEqual([]);
    await pauses.stop(1);
  });

  it("ends on another node only what was under way there, and nothing that was asked for since", async () => {
    const { time, faults, node } = cluster(false);
    const [one, other] = [await node(), await node()];
    other.pauses.postponed("before", time.now());
    await time.advance(10);
    one.pauses.ready();
    await time.advance(10);
    other.pauses.postponed("after", time.now());
    await time.advance(1_000);
    expect(faults.resumed).toEqual(["before"]);
    await one.pauses.stop(1);
    await other.pauses.stop(1);
  });
});
