import { setImmediate, setTimeout } from "node:timers";
import { afterAll, beforeAll } from "vitest";

const looks = 50;

/**
 * Files of one worker share its clock and its event loop. Fake timers that a file leaves behind would stop all later files,
 * and an endless loop of `setImmediate` would slow them down. The first file that meets either fails.
 */
beforeAll(() => checkTimers("an earlier file of this worker"));
afterAll(async () => {
  checkTimers("this file");
  if (!(await isLoopIdle())) throw new Error("this file leaves an endless loop of setImmediate");
});

function checkTimers(who: string): void {
  const areReal = globalThis.setTimeout === setTimeout && globalThis.setImmediate === setImmediate;
  if (!areReal) throw new Error(`${who} leaves fake timers, or a spy on timers`);
}

/** Whether at one of several looks no callback of `setImmediate` waits. */
async function isLoopIdle(): Promise<boolean> {
  for (let look = 0; look < looks; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (!process.getActiveResourcesInfo().includes("Immediate")) return true;
  }
  return false;
}
