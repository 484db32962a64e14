import { expect, it } from "vitest";
import { isTimeToSweepKeys } from "../../src/model/key-sweep.ts";

const every = (step: number) => Array.from({ length: 3_200 }, (_, index) => 1 + index * step);

it("old keys are swept by one message in 32, whatever steps their sequences go by", () => {
  for (let step = 1; step <= 16; step += 1) {
    const swept = every(step).filter(isTimeToSweepKeys).length;
    expect(swept, `steps of ${step}`).toBeGreaterThanOrEqual(98);
    expect(swept, `steps of ${step}`).toBeLessThanOrEqual(102);
  }
});

it("the same messages sweep on every node", () => {
  expect(every(1).filter(isTimeToSweepKeys).slice(0, 5)).toEqual([34, 68, 89, 123, 178]);
});
