import { expect, test } from "vitest";
import { interleave } from "../src/rounds.ts";

test("contenders take turns once a round, each round begun by another one", async () => {
  const turns: string[] = [];
  const contenders = ["a", "b", "c"].map((name) => ({
    name,
    run: async (round: number) => {
      turns.push(`${name}${round}`);
      return round;
    },
  }));
  const results = await interleave(contenders, 4, String, () => () => null);
  expect(turns.join(" ")).toBe("a0 b0 c0 b1 c1 a1 c2 a2 b2 a3 b3 c3");
  expect([...results]).toEqual([
    ["a", [0, 1, 2, 3]],
    ["b", [0, 1, 2, 3]],
    ["c", [0, 1, 2, 3]],
  ]);
});
