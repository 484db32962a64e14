import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const run = promisify(execFile);

/** Each file of suites, with its minimum number of tests. */
const files = [
  ["agent-suites.ts", 60],
  ["http-suites.ts", 80],
  ["store-suites.ts", 200],
] as const;

/** A whole run of other tests takes time, more on a busy machine. */
const timeoutMs = 120_000;

describe("under node:test as it is", () => {
  it.each(files)(
    "every test of %s runs and passes, none is skipped",
    async (file, atLeast) => {
      const path = new URL(`../node-test/${file}`, import.meta.url).pathname;
      const flags = ["--conditions=@parley/source", "--test-reporter=tap", "--test", path];
      const { stdout } = await run(process.execPath, flags, {
        env: { ...process.env, NODE_OPTIONS: "" },
        maxBuffer: 64 * 1024 * 1024,
      });
      const count = (what: string) =>
        Number(new RegExp(`^# ${what} (\\d+)`, "m").exec(stdout)?.[1]);
      expect([count("fail"), count("skipped"), count("todo"), count("cancelled")]).toEqual([
        0, 0, 0, 0,
      ]);
      expect(count("pass")).toBeGreaterThan(atLeast);
    },
    timeoutMs,
  );
});
