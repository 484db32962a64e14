import { describe, expect, it } from "vitest";
import { showProgress } from "../../src/output/progress.ts";
import { fakeContext } from "../support/fake-context.ts";

describe("progress in a pipe", () => {
  it("is told at once, at most once a second, and at the end", () => {
    const context = fakeContext();
    const progress = showProgress(context.stderr, "Retention", 2000);
    for (let done = 0; done <= 2000; done += 1) progress.update(done);
    progress.end();
    const lines = context.told.trimEnd().split("\n");
    expect(lines[0]).toBe("Retention: 0 of 2000 (0 %)");
    expect(lines.at(-1)).toBe("Retention: 2000 of 2000 (100 %)");
    // On a busy machine there may be one line per second.
    expect(lines.length).toBeLessThan(20);
  });

  it("says one state once, and nothing of work that never began", () => {
    const context = fakeContext();
    const same = showProgress(context.stderr, "Backup", 100);
    same.update(49);
    same.update(49);
    same.end();
    showProgress(context.stderr, "Files", null).end();
    expect(context.told).toBe("Backup: 49 %\n");
  });

  it("counts while nobody knows how much there is, and takes a total that comes later", () => {
    const context = fakeContext();
    const progress = showProgress(context.stderr, "Messages", null);
    progress.update(7);
    progress.update(8, 10);
    progress.end();
    expect(context.told).toBe("Messages: 7\nMessages: 8 of 10 (80 %)\n");
  });
});

describe("progress on a terminal", () => {
  it("is a bar that is taken away at the end, with the cursor back", () => {
    const context = fakeContext({ columns: 80 });
    const progress = showProgress(context.stderr, "Retention", 4);
    progress.update(4);
    progress.end();
    expect(context.told).toContain("Retention █");
    expect(context.told).toContain("4 of 4 (100 %)");
    expect(context.told).toContain("\u001b[?25l");
    expect(context.told.endsWith("\u001b[2K")).toBe(true);
    expect(context.told.lastIndexOf("\u001b[?25h")).toBeGreaterThan(
      context.told.lastIndexOf("\u001b[?25l"),
    );
  });
});
