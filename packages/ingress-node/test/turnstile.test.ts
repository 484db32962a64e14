import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Turnstile } from "../src/turnstile.ts";

/** A turnstile, and who went through it, in order, under a clock that stands still unless told. */
function watched() {
  const clock = { now: 0 };
  const turnstile = new Turnstile(() => clock.now);
  const through: string[] = [];
  const ask = async (asker: string, request = asker): Promise<void> => {
    const refusal = await turnstile.enter(asker);
    through.push(refusal === null ? request : `${request} refused`);
  };
  return { clock, turnstile, through, ask };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("turns of the event loop are shared among those who ask", () => {
  it("lets who asks alone in at once, however often", () => {
    const { turnstile } = watched();
    const answers = numbered(100).map(() => turnstile.enter("one"));
    expect(answers).toStrictEqual(numbered(100).map(() => null));
  });

  it("lets a quiet asker in at once while another one floods", () => {
    const { turnstile } = watched();
    turnstile.enter("quiet");
    for (const _ of numbered(100)) turnstile.enter("flood");
    expect(turnstile.enter("quiet")).toBeNull();
  });

  it("lets a flood in four a turn, in the order in which it came", async () => {
    const { ask, through } = watched();
    void ask("quiet");
    for (const index of numbered(10)) void ask("flood", `${index}`);
    await Promise.resolve();
    expect(through).toStrictEqual(["quiet", "0", "1", "2", "3"]);
    await turn();
    expect(through.slice(5)).toStrictEqual(["4", "5", "6", "7"]);
    void ask("flood", "10");
    await turn();
    expect(through.slice(9)).toStrictEqual(["8", "9", "10"]);
  });

  it("counts who has waited as part of the next turn's share", async () => {
    const { ask, through } = watched();
    void ask("quiet");
    for (const index of numbered(6)) void ask("flood", `${index}`);
    await turn();
    for (const index of [6, 7, 8]) void ask("flood", `${index}`);
    await Promise.resolve();
    expect(through.slice(1)).toStrictEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
    await turn();
    expect(through.at(-1)).toBe("8");
  });

  it("lets all who wait in once nobody else has asked for a second", async () => {
    const { ask, clock, through } = watched();
    void ask("quiet");
    for (const index of numbered(100)) void ask("flood", `${index}`);
    clock.now = 1_000;
    await turn();
    expect(through).toHaveLength(9);
    clock.now = 1_001;
    await turn();
    expect(through).toHaveLength(101);
  });

  it("counts somebody who asked once as there for a second", () => {
    const { turnstile, clock } = watched();
    const fifth = (): unknown => numbered(5).map(() => turnstile.enter("flood"))[4];
    turnstile.enter("quiet");
    clock.now = 1_000;
    expect(fifth()).not.toBeNull();
    const later = watched();
    later.turnstile.enter("quiet");
    later.clock.now = 1_001;
    expect(numbered(5).map(() => later.turnstile.enter("flood"))[4]).toBeNull();
  });

  it("shares among many: each has its four", async () => {
    const { ask, through } = watched();
    const askers = ["a", "b", "c"];
    for (const asker of askers) void ask(asker);
    for (const _ of numbered(9)) for (const asker of askers) void ask(asker);
    await turn();
    const had = (asker: string): number => through.filter((one) => one === asker).length;
    expect(askers.map(had)).toStrictEqual([8, 8, 8]);
  });

  it("refuses an asker of whom ten thousand wait, and nobody else", () => {
    const { turnstile } = watched();
    turnstile.enter("quiet");
    for (const _ of numbered(10_004)) turnstile.enter("flood");
    expect(turnstile.enter("flood")).toMatchObject({ httpStatus: 503, retryAfterSeconds: 1 });
    expect(turnstile.enter("quiet")).toBeNull();
  });
});
