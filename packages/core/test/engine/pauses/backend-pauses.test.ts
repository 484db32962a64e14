import { describe, expect, it } from "vitest";
import { cluster } from "./pausing-nodes.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describe("a pause of the agent app as a whole", () => {
  it("is known to every node within a second, also where no signal arrives", async () => {
    for (const hears of [true, false]) {
      const { time, node, asked } = cluster(hears);
      const [one, other] = [await node(), await node()];
      one.pauses.asked(asked(minuteMs));
      expect(one.level()).toBe("none");
      await time.advance(hears ? 0 : 1_000);
      expect(other.level()).toBe("none");
      await one.pauses.stop(1);
      await other.pauses.stop(1);
    }
  });

  it("ends on every node within a second of `ready()`, wherever it was called", async () => {
    for (const hears of [true, false]) {
      const { time, node, asked } = cluster(hears);
      const [one, other] = [await node(), await node()];
      one.pauses.asked(asked(hourMs));
      await time.advance(1_000);
      other.pauses.ready();
      await time.advance(hears ? 0 : 1_000);
      expect([one.level(), other.level()]).toEqual(["few", "few"]);
      await one.pauses.stop(1);
      await other.pauses.stop(1);
    }
  });

  it("lets a few events go at its end, and all once one was taken on any node", async () => {
    const { time, node, asked } = cluster();
    const [one, other] = [await node(), await node()];
    one.pauses.asked(asked(minuteMs));
    await time.advance(minuteMs - 1);
    expect([one.level(), other.level()]).toEqual(["none", "none"]);
    await time.advance(1);
    expect([one.level(), other.level()]).toEqual(["few", "few"]);
    other.pauses.taken(time.now());
    await time.advance(0);
    expect([one.level(), other.level()]).toEqual(["all", "all"]);
    await one.pauses.stop(1);
    await other.pauses.stop(1);
  });

  it("does not end by an event that was taken under a call from before its end", async () => {
    const { time, node, asked } = cluster();
    const { pauses, level } = await node();
    const calledAt = time.now();
    pauses.asked(asked(minuteMs));
    pauses.taken(calledAt);
    expect(level()).toBe("none");
    await time.advance(minuteMs);
    pauses.taken(calledAt);
    expect(level()).toBe("few");
    await pauses.stop(1);
  });

  it("is not begun by a call from before `ready()`", async () => {
    const { time, node, asked } = cluster();
    const { pauses, level } = await node();
    const earlier = asked(hourMs);
    await time.advance(10);
    pauses.ready();
    pauses.asked({ ...earlier, answeredAt: time.now() });
    expect(level()).toBe("all");
    await pauses.stop(1);
  });

  it("lasts to the latest end that calls under way have answered with", async () => {
    const { time, node, asked } = cluster();
    const { pauses, level } = await node();
    pauses.asked(asked(minuteMs));
    pauses.asked(asked(1_000));
    await time.advance(1_000);
    expect(level()).toBe("none");
    expect(pauses.lasting()).toEqual([
      { backend: "default", since: time.now() - 1_000, until: time.now() + minuteMs - 1_000 },
    ]);
    await pauses.stop(1);
  });

  it("makes agents unavailable once several in a row last 30 s together, and not when they lie apart", async () => {
    const { time, node, asked } = cluster();
    const { pauses } = await node();
    pauses.asked(asked(20_000));
    expect(pauses.isUnavailable).toBe(false);
    await time.advance(21_000);
    pauses.asked(asked(20_000));
    expect(pauses.isUnavailable).toBe(true);
    await time.advance(20_000);
    expect(pauses.isUnavailable).toBe(false);
    await time.advance(minuteMs);
    pauses.asked(asked(20_000));
    expect(pauses.isUnavailable).toBe(false);
    await pauses.stop(1);
  });

  it("holds on its node while the store fails, and is written as soon as it works", async () => {
    const { time, data, faults, node, asked } = cluster();
    const [one, other] = [await node(), await node()];
    faults.isFailing = true;
    one.pauses.asked(asked(hourMs));
    await time.advance(5_000);
    expect([one.level(), other.level(), data.pauses.size]).toEqual(["none", "all", 0]);
    faults.isFailing = false;
    await time.advance(1_500);
    expect(other.level()).toBe("none");
    await one.pauses.stop(1);
    await other.pauses.stop(1);
  });

  it("outlives its node, for one hour after a start at most", async () => {
    const { time, data, node, asked } = cluster();
    const first = await node();
    first.pauses.asked(asked(hourMs));
    await time.advance(1);
    await first.pauses.stop(1);
    const [pause] = data.pauses.values();
    if (pause === undefined) throw new Error("nothing was stored");
    // The clock was set back by a day.
    const until = time.now() + 25 * hourMs;
    data.pauses.set("default", { ...pause, since: until - hourMs, until });
    const second = await node();
    expect(second.level()).toBe("none");
    await time.advance(hourMs);
    expect(second.level()).toBe("few");
    await second.pauses.stop(1);
  });

  it("of two nodes at once keeps both writes", async () => {
    const { time, data, node, asked } = cluster(false);
    const [one, other] = [await node(), await node()];
    one.pauses.asked(asked(minuteMs));
    other.pauses.asked(asked(2 * minuteMs));
    await time.advance(1);
    expect([...data.pauses.values()].map(({ revision }) => revision)).toEqual([2]);
    await time.advance(minuteMs);
    expect([one.level(), other.level()]).toEqual(["none", "none"]);
    await one.pauses.stop(1);
    await other.pauses.stop(1);
  });
});
