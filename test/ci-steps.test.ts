import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");

/** Runs lines of Bash that know the steps: what they printed, but for the seconds, and their exit code. */
function run(...lines: readonly string[]): { said: readonly string[]; code: number | null } {
  const script = ["set -u", ". .ci/steps", ...lines].join("\n");
  const options = { cwd: root, encoding: "utf8", timeout: 20_000 } as const;
  const { stdout, status } = spawnSync("bash", ["-c", script], options);
  const said = stdout.replaceAll(/ *\d+ s\b/g, " n s").split("\n");
  return { said: said.filter((line) => line !== ""), code: status };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("the steps of .ci/run", () => {
  it("are counted, and one that fails is named and fails the run", () => {
    const { said, code } = run("step good true", "step bad false", "step last true", "summary");
    expect(said).toContain("== bad: FAILED, n s");
    expect(said.filter((line) => line.startsWith(" n s"))).toEqual([
      " n s  passed  good",
      " n s  FAILED  bad",
      " n s  passed  last",
      " n s  in all",
    ]);
    expect([said.at(-1), code]).toEqual(["2 passed, 1 failed", 1]);
  });

  it("say again at the end what one that failed said last", () => {
    const { said } = run(
      "step bad bash -c 'echo why >&2; exit 3'",
      "step last echo fine",
      "summary",
    );
    expect(said.slice(said.indexOf("== last: passed, n s") + 1)).toEqual([
      "== bad FAILED, its last lines again:",
      "why",
      " n s  FAILED  bad",
      " n s  passed  last",
      " n s  in all",
      "1 passed, 1 failed",
    ]);
  });

  it("pass together", () => {
    const { said, code } = run("step good true", "summary");
    expect([said.at(-1), code]).toEqual(["1 passed, 0 failed", 0]);
  });

  it("may have one beside them, which is told and counted where it is waited for", () => {
    const begun = "begin slow bash -c 'sleep 0.3; echo why; exit 3'";
    const { said, code } = run(begun, "step one echo first", "join", "step two true", "summary");
    expect(said.slice(2, 6)).toEqual([
      "== one: passed, n s",
      "== slow, begun n s before",
      "why",
      "== slow: FAILED, n s",
    ]);
    expect(said.slice(-7)).toEqual([
      "== slow FAILED, its last lines again:",
      "why",
      " n s  passed  one",
      " n s  FAILED  slow",
      " n s  passed  two",
      " n s  in all",
      "2 passed, 1 failed",
    ]);
    expect(code).toBe(1);
  });

  it("lose none that is waited for nowhere", () => {
    const { said, code } = run(
      "begin slow bash -c 'sleep 0.3; exit 3'",
      "step one true",
      "summary",
    );
    expect([said.at(-1), code]).toEqual(["1 passed, 1 failed", 1]);
  });

  it("leave nothing running when they end before it", async () => {
    const { said } = run("begin slow sleep 60", 'echo "pid $begun"');
    const pid = Number(said[0]?.slice(4));
    expect(pid).toBeGreaterThan(0);
    // Of the lowest priority: on a busy machine it takes its time to end.
    await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false);
  });

  it("run one after the other, and each tells its own words", () => {
    const { said } = run("step one echo first", "step two echo second");
    expect(said).toEqual([
      "== one",
      "first",
      "== one: passed, n s",
      "== two",
      "second",
      "== two: passed, n s",
    ]);
  });
});
