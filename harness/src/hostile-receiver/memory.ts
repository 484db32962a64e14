import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const megabyte = 1_024 ** 2;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Megabytes in use once everything that can be given back was. */
export async function settledMegabytes(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / megabyte;
}

/** The most that this process took from the system at any time between `start` and `stop`. */
export class PeakMemory {
  #peakBytes = process.memoryUsage.rss();
  readonly #timer = setInterval(() => {
    this.#peakBytes = Math.max(this.#peakBytes, process.memoryUsage.rss());
  }, 10);

  stop(): number {
    clearInterval(this.#timer);
    return this.#peakBytes / megabyte;
  }
}
