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

  it("may run beside others, and are told in order when they are waited for", () => {
    const first = "beside first bash -c 'sleep 0.2; echo slow'";
    const { said, code } = run(
      first,
      "beside second bash -c 'echo quick; exit 4'",
      "step last true",
      "join",
      "summary",
    );
    expect(said.slice(0, 8)).toEqual([
      "== last",
      "== last: passed, n s",
      "== first",
      "slow",
      "== first: passed, n s",
      "== second",
      "quick",
      "== second: FAILED, n s",
    ]);
    expect([said.at(-1), code]).toEqual(["2 passed, 1 failed", 1]);
  });

  it("pass together", () => {
    const { said, code } = run("step good true", "summary");
    expect([said.at(-1), code]).toEqual(["1 passed, 0 failed", 0]);
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
