import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Plan, runPlan } from "@parley/conformance/simulator";
import { describe, expect, it } from "vitest";

const directory = resolve(import.meta.dirname, "../../seeds");
const files = readdirSync(directory);

/** Plans that are kept because they are the only ones known to come by here. */
const rare: Readonly<Record<string, string>> = {
  "channel-removed.json": "failed: channel-removed while waiting",
  "lease-gone.json": "attempt not sent: its lease was gone",
  "typing-cut.json": "typing cut short by a message",
  "unparked.json": "channel parked and unparked",
};

describe("the archive", () => {
  it("holds the plans of every bug that the simulator found", () => {
    expect(files).toEqual(expect.arrayContaining(["late-lease.json", "moved-start.json"]));
    expect(files).toEqual(expect.arrayContaining(Object.keys(rare)));
  });

  for (const file of files)
    it(`keeps every promise under ${file}`, async () => {
      const plan = JSON.parse(readFileSync(join(directory, file), "utf8")) as Plan;
      const { violations, marks } = await runPlan(plan);
      expect(violations).toEqual([]);
      const mark = rare[file];
      if (mark !== undefined) expect(marks).toContain(mark);
    });
});
