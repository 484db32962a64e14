import { setTimeout as sleep } from "node:timers/promises";
import type { OutputStream } from "../../packages/cli/src/output/output-stream.ts";
import { showProgress } from "../../packages/cli/src/output/progress.ts";
import { type Figure, medianOf } from "./figure.ts";
import type { OpenConsole } from "./open-console.ts";
import { Traffic } from "./traffic.ts";

const megabyte = 1_000_000;
const minuteMs = 60_000;
/** What the last third may be above the second one. */
const mostGrowth = { page: 0.05, gateway: 0.1 };

/** Memory of an open page and of its gateway, each minute while visitors write. */
export async function measureMemory(
  opened: OpenConsole,
  minutes: number,
  stderr: OutputStream,
): Promise<readonly Figure[]> {
  const { page, address, client, gateway } = opened;
  await page.goto(address);
  await page.getByTestId("conversation").first().waitFor();
  const traffic = await Traffic.start(client);
  const cdp = await page.context().newCDPSession(page);
  const samples: { page: number[]; gateway: number[] } = { page: [], gateway: [] };
  const progress = showProgress(stderr, "minutes of traffic", minutes);
  try {
    for (let minute = 1; minute <= minutes; minute += 1) {
      await sleep(minuteMs);
      await cdp.send("HeapProfiler.collectGarbage");
      const { usedSize } = await cdp.send("Runtime.getHeapUsage");
      samples.page.push(usedSize);
      samples.gateway.push(gateway.residentBytes);
      progress.update(minute);
    }
  } finally {
    progress.end();
  }
  const sent = await traffic.stop();
  const name = (what: string) => `${what}, ${minutes} minutes, ${sent} messages`;
  return [
    figureOf(name("heap of the page"), samples.page, mostGrowth.page),
    figureOf(name("memory of the gateway"), samples.gateway, mostGrowth.gateway),
  ];
}

/** The first third warms up. */
function figureOf(name: string, samples: readonly number[], most: number): Figure {
  const third = Math.floor(samples.length / 3);
  const second = medianOf(samples.slice(third, 2 * third));
  const last = medianOf(samples.slice(samples.length - third));
  const growth = third === 0 ? 0 : last / second - 1;
  const shown = (bytes: number) => (bytes / megabyte).toFixed(1);
  const [first = 0, end = 0] = [samples[0], samples.at(-1)];
  return {
    name,
    value: `${shown(first)} to ${shown(end)} MB; last third ${percent(growth)}`,
    goal: `≤ ${percent(most)}`,
    holds: third === 0 ? null : growth <= most,
  };
}

function percent(share: number): string {
  return `${share > 0 ? "+" : ""}${(100 * share).toFixed(1)} %`;
}
