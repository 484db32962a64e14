import { describe, expect, it } from "vitest";
import { PasswordChecks } from "../../src/sign-in/password-checks.ts";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("password checks", () => {
  it("run two at a time, in order, with at most twenty waiting, also when one fails", async () => {
    const checks = new PasswordChecks();
    const begun: number[] = [];
    const finish: (() => void)[] = [];
    const run = (index: number) =>
      checks.run(async () => {
        begun.push(index);
        await new Promise<void>((resolve) => finish.push(resolve));
        if (index === 0) throw new Error("failed");
        return index;
      });
    const outcomes = Array.from({ length: 22 }, (_, index) => run(index));
    expect(outcomes).not.toContain(null);
    expect(run(22)).toBeNull();
    await turn();
    expect(begun).toEqual([0, 1]);
    expect(run(22)).toBeNull();

    finish[0]?.();
    await expect(outcomes[0]).rejects.toThrow("failed");
    await turn();
    expect(begun).toEqual([0, 1, 2]);
    expect(run(22)).not.toBeNull();
    expect(run(23)).toBeNull();
    for (let index = 1; index < 23; index += 1) {
      finish[index]?.();
      await turn();
    }
    expect(await Promise.all(outcomes.slice(1))).toHaveLength(21);
    expect(begun).toEqual(Array.from({ length: 23 }, (_, index) => index));
  });
});
