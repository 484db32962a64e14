import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const run = promisify(execFile);

describe("the store suites", () => {
  it("run under node:test as they do under Vitest", async () => {
    const fixture = new URL("node-runner.fixture.ts", import.meta.url).pathname;
    const flags = ["--conditions=@parley/source", "--test-reporter=tap", "--test", fixture];
    const { stdout } = await run(process.execPath, flags, {
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    expect(stdout).toMatch(/# fail 0/);
    expect(Number(/# pass (\d+)/.exec(stdout)?.[1])).toBeGreaterThan(5);
  });
});
