import { afterEach } from "vitest";
import { MediaBench } from "./media-bench.ts";

/** Starts benches that end with their test. */
export function useBenches(): (typeof MediaBench)["start"] {
  const benches: MediaBench[] = [];
  afterEach(async () => {
    for (const bench of benches.splice(0)) await bench.close();
  });
  return async (...options) => {
    const bench = await MediaBench.start(...options);
    benches.push(bench);
    return bench;
  };
}
