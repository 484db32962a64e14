import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Gathered } from "../../src/statements/gathered.ts";

/** Look-ups that the test answers. `asked`: the keys of each batch. */
function slowly() {
  const asked: (readonly string[])[] = [];
  const answers: { resolve: (found: ReadonlyMap<string, string>) => void; reject: () => void }[] =
    [];
  const gathered = new Gathered<string>((keys) => {
    asked.push(keys);
    return new Promise((resolve, reject) => {
      answers.push({ resolve, reject: () => reject(new Error("broken")) });
    });
  });
  return { asked, answers, gathered };
}

describe("single look-ups", () => {
  it("are batched: those of a turn, and those that arrive meanwhile", async () => {
    const { asked, answers, gathered } = slowly();
    const first = [gathered.find("a"), gathered.find("b"), gathered.find("a")];
    await turn();
    const second = [gathered.find("c"), gathered.find("a")];
    await turn();
    expect(asked).toEqual([["a", "b"]]);
    answers[0]?.resolve(new Map([["a", "A"]]));
    expect(await Promise.all(first)).toEqual(["A", undefined, "A"]);
    await turn();
    expect(asked).toEqual([
      ["a", "b"],
      ["c", "a"],
    ]);
    answers[1]?.resolve(new Map([["a", "A2"]]));
    expect(await Promise.all(second)).toEqual([undefined, "A2"]);
  });

  it("fail together, and only those", async () => {
    const { answers, gathered } = slowly();
    const failing = Promise.allSettled([gathered.find("a"), gathered.find("b")]);
    await turn();
    const next = gathered.find("a");
    answers[0]?.reject();
    expect((await failing).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await turn();
    answers[1]?.resolve(new Map([["a", "A"]]));
    expect(await next).toBe("A");
    const later = gathered.find("z");
    await turn();
    answers[2]?.resolve(new Map());
    expect(await later).toBeUndefined();
  });
});
