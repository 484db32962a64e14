import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { markerName } from "../../src/files/place.ts";
import { moveMedia } from "../../src/index.ts";
import { contentsOf, makeSource } from "../support/source-directory.ts";

let home: string;
beforeEach(() => (home = mkdtempSync(join(tmpdir(), "parley-media-killed-"))));
afterEach(() => rmSync(home, { recursive: true }));

/** A move that dies after a step. @returns whether it came to its end before that */
async function moveUntil(step: number, from: string, to: string): Promise<boolean> {
  const program = new URL("../support/media-move.fixture.ts", import.meta.url);
  const child = fork(program, [from, to, String(step)], {
    execArgv: ["--conditions=@parley/source"],
  });
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  if (signal !== "SIGKILL") expect(code).toBe(0);
  return signal === null;
}

it("killed after any step, a move of media has no marker on a part, and goes on to the same files", async () => {
  const from = join(home, "from");
  makeSource(from, ["a".repeat(32), "b".repeat(32)]);
  const wanted = contentsOf(from);
  let step = 0;
  for (let isDone = false; !isDone;) {
    const to = join(home, `to-${(step += 1)}`);
    isDone = await moveUntil(step, from, to);
    if (existsSync(join(to, markerName))) expect(contentsOf(to)).toEqual(wanted);
    await moveMedia({ from, to });
    expect(contentsOf(to)).toEqual(wanted);
  }
  expect(step).toBeGreaterThan(15);
}, 120_000);
