import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hearRejections } from "../../src/simulator/judge/rejections.ts";
import { nextTurn } from "../../src/simulator/world/next-turn.ts";

/** More turns than come in one pass of the event loop. */
const turns = 200;

describe("a turn", () => {
  const heard: string[] = [];
  const runner = process.listeners("unhandledRejection");
  let forget = () => {};

  beforeEach(() => {
    heard.length = 0;
    process.removeAllListeners("unhandledRejection");
    forget = hearRejections((what) => heard.push(what));
  });

  afterEach(() => {
    forget();
    for (const listener of runner) process.on("unhandledRejection", listener);
  });

  it("ends when every promise is done that needs no time", async () => {
    const unfinished: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      let isDone = false;
      void chainOf(100).then(() => (isDone = true));
      await nextTurn();
      if (!isDone) unfinished.push(turn);
    }
    expect(unfinished).toEqual([]);
  });

  it("tells of a rejection that nobody has handled by its end, though the next turn does", async () => {
    for (let turn = 0; turn < turns; turn += 1) {
      const rejected = Promise.reject(new TypeError(`of turn ${turn}`));
      await nextTurn();
      expect(heard.at(-1)).toBe(`unhandled: TypeError of turn ${turn}`);
      rejected.catch(() => {});
    }
    expect(heard).toHaveLength(turns);
  });

  it("comes for everybody who waits for it", async () => {
    const ended = await Promise.all(Array.from({ length: turns }, () => nextTurn()));
    expect(ended).toHaveLength(turns);
  });
});

async function chainOf(links: number): Promise<void> {
  for (let link = 0; link < links; link += 1) await Promise.resolve();
}
