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

  it("pass together", () => {
    const { said, code } = run("step good true", "summary");
    expect([said.at(-1), code]).toEqual(["1 passed, 0 failed", 0]);
  });
});

describe("a lane beside the steps", () => {
  const lane = "aside() { in_idle_time; step first echo one; step second false; }";
  const meet = 'meet() { until [ -e "$report/$1" ]; do sleep 0.01; done; }';

  it("counts like the others, and a step that fails in it fails the run", () => {
    const { said, code } = run(lane, "meanwhile aside", "step good true", "await aside", "summary");
    expect(said).toContain("== second: FAILED, n s");
    expect([said.at(-1), code]).toEqual(["2 passed, 1 failed", 1]);
  });

  it("is waited for though nobody asked", () => {
    const { said, code } = run(lane, "meanwhile aside", "summary");
    expect([said.at(-1), code]).toEqual(["1 passed, 1 failed", 1]);
  });

  it("runs while the others run, and is told in one piece between two of them", () => {
    const { said } = run(
      meet,
      'words() { echo one; touch "$report/begun"; meet going; echo two; }',
      "aside() { step words words; }",
      'wait_for() { meet begun; touch "$report/going"; meet ended.aside.1; echo three; }',
      "meanwhile aside",
      "step others wait_for",
      "summary",
    );
    expect(said.slice(0, 7)).toEqual([
      "== others",
      "three",
      "== others: passed, n s",
      "== words",
      "one",
      "two",
      "== words: passed, n s",
    ]);
  });

  it("that is killed has failed", () => {
    const { said, code } = run(
      'aside() { step good true; kill -9 "$BASHPID"; step never true; }',
      "meanwhile aside",
      "summary",
    );
    expect(said).toContain("== lane aside: FAILED, n s");
    expect([said.at(-1), code]).toEqual(["1 passed, 1 failed", 1]);
  });

  it("ends with the run, and so does what it started", () => {
    const { said } = run(
      meet,
      'aside() { sleep 300 & echo "$!" >"$report/made"; mv "$report/made" "$report/sleeper"; wait; }',
      "meanwhile aside",
      "meet sleeper",
      'sleeper=$(cat "$report/sleeper")',
      "end_lanes",
      'while kill -0 "$sleeper" 2>/dev/null; do sleep 0.01; done',
      "lanes=; echo over",
    );
    expect(said).toContain("over");
  });
});
