import assert from "node:assert/strict";
import type { ManualTime } from "../../../src/index.ts";

/** A limit for what never comes. */
const patienceMs = 15_000;

/**
 * Runs what is due until `isSo`. Real sockets need real time; the manual clock stands still.
 * @throws AssertionError that begins with `clause`
 */
export async function until(
  time: ManualTime,
  clause: string,
  isSo: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    await time.settle();
    if (await isSo()) return;
    if (Date.now() > deadline) throw new assert.AssertionError({ message: clause });
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
