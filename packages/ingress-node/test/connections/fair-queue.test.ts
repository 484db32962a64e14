import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type AskingRequest, FairQueue } from "../../src/connections/fair-queue.ts";

const small: AskingRequest = { headers: {}, socket: { destroyed: false } };

/** A queue, and who went through it, in order, under a clock that stands still unless told. */
function watched() {
  const clock = { now: 0 };
  const queue = new FairQueue(() => clock.now);
  const through: string[] = [];
  const ask = async (asker: string, name = asker, request = small): Promise<void> => {
    const refusal = await queue.enter(asker, request);
    through.push(refusal === null ? name : `${name} refused`);
  };
  return { clock, queue, through, ask };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("turns of the event loop are shared among those who ask", () => {
  it("lets who asks alone in at once, however often", () => {
    const { queue } = watched();
    const answers = numbered(100).map(() => queue.enter("one", small));
    expect(answers).toStrictEqual(numbered(100).map(() => null));
  });

  it("lets a quiet asker in at once while another one floods", () => {
    const { queue } = watched();
    queue.enter("quiet", small);
    for (const _ of numbered(100)) queue.enter("flood", small);
    expect(queue.enter("quiet", small)).toBeNull();
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
    const { queue, clock } = watched();
    const fifth = (): unknown => numbered(5).map(() => queue.enter("flood", small))[4];
    queue.enter("quiet", small);
    clock.now = 1_000;
    expect(fifth()).not.toBeNull();
    const later = watched();
    later.queue.enter("quiet", small);
    later.clock.now = 1_001;
    expect(numbered(5).map(() => later.queue.enter("flood", small))[4]).toBeNull();
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

  it("counts who waits, and who goes on asking, as there: neither has a turn to itself", async () => {
    const { ask, clock, through, queue } = watched();
    void ask("quiet");
    for (const _ of numbered(1_000)) void ask("flood");
    for (const now of [500, 1_000, 1_500]) {
      clock.now = now;
      void ask("quiet");
      await turn();
    }
    expect(through.filter((name) => name === "flood")).toHaveLength(16);
    const asQuiet = numbered(5).map(() => queue.enter("quiet", small));
    expect(asQuiet.map((answer) => answer === null)).toEqual([true, true, true, true, false]);
  });

  it("lets who is gone leave without a share, and those behind in at once", async () => {
    const { ask, through } = watched();
    const socket = { destroyed: false };
    void ask("quiet");
    for (const index of numbered(14)) void ask("flood", `${index}`, { ...small, socket });
    for (const index of numbered(6)) void ask("flood", `live ${index}`);
    socket.destroyed = true;
    await turn();
    expect(through.filter((name) => name.startsWith("live"))).toStrictEqual(
      [0, 1, 2, 3].map((index) => `live ${index}`),
    );
  });

  const largest: AskingRequest = { ...small, headers: { "content-length": "65536" } };
  it.each([
    ["4,096 small requests", 4_096, small],
    ["455 with the largest body", 455, largest],
    ["as many that say more", 455, { ...small, headers: { "content-length": "99999999" } }],
    [
      "as many that say nothing of it",
      455,
      { ...small, headers: { "transfer-encoding": "chunked" } },
    ],
  ])("refuses an asker of whom %s wait, and nobody else", (_name, count, request) => {
    const { queue } = watched();
    queue.enter("quiet", small);
    const answers = numbered(4 + count + 1).map(() => queue.enter("flood", request));
    const refused = { httpStatus: 503, retryAfterSeconds: 1 };
    expect(answers.at(-2)).toBeInstanceOf(Promise);
    expect(answers.at(-1)).toMatchObject(refused);
    expect(queue.enter("quiet", small)).toBeNull();
  });

  it("bounds what waits of all together, and forgets what no longer waits", async () => {
    const { queue } = watched();
    queue.enter("quiet", small);
    const askers = ["a", "b", "c", "d", "e"];
    for (const asker of askers) for (const _ of numbered(200)) queue.enter(asker, largest);
    for (const _ of numbered(4)) queue.enter("other", small);
    expect(queue.enter("other", largest)).toMatchObject({ httpStatus: 503 });
    for (const _ of numbered(60)) await turn();
    for (const _ of numbered(4)) queue.enter("other", small);
    expect(queue.enter("other", largest)).toBeInstanceOf(Promise);
  });
});
