import assert from "node:assert/strict";
import type { ManualTime } from "@parley/conformance";

/** A limit for what never comes. */
const patienceMs = 15_000;

/** Runs what is due until `isSo`. Real sockets need real time; the manual clock stands still. */
export async function until(
  time: ManualTime,
  isSo: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    await time.settle();
    if (await isSo()) return;
    if (Date.now() > deadline) assert.fail("it never came");
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
