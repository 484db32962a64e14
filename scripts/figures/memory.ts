import { setTimeout as sleep } from "node:timers/promises";
import type { OutputStream } from "../../packages/cli/src/output/output-stream.ts";
import { showProgress } from "../../packages/cli/src/output/progress.ts";
import type { ProcessMemory } from "../gateway/inspector.ts";
import { type Figure, medianOf } from "./figure.ts";
import type { OpenConsole } from "./open-console.ts";
import { Traffic } from "./traffic.ts";

const megabyte = 1_000_000;
const minuteMs = 60_000;
/** What the last third may be above the second one. */
const mostGrowth = 0.05;

/**
 * Memory of an open page and of its gateway, each minute while visitors write. Garbage is collected before: V8 lets it
 * grow to some tens of megabytes, so that memory rises for minutes without a leak. The largest figure before a
 * collection is shown too.
 */
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
  const inspector = await gateway.inspect();
  const inPage: number[] = [];
  const before: ProcessMemory[] = [];
  const after: ProcessMemory[] = [];
  const progress = showProgress(stderr, "minutes of traffic", minutes);
  try {
    for (let minute = 1; minute <= minutes; minute += 1) {
      await sleep(minuteMs);
      await cdp.send("HeapProfiler.collectGarbage");
      inPage.push((await cdp.send("Runtime.getHeapUsage")).usedSize);
      before.push(await inspector.memory());
      await inspector.collectGarbage();
      after.push(await inspector.memory());
      progress.update(minute);
    }
  } finally {
    progress.end();
    inspector.close();
  }
  const sent = await traffic.stop();
  const name = (what: string) => `${what}, ${minutes} minutes, ${sent} messages`;
  const [inUse, resident] = [after.map((each) => each.inUse), after.map((each) => each.resident)];
  return [
    figureOf(name("heap of the page"), inPage),
    figureOf(name("memory in use in the gateway"), inUse),
    figureOf(name("resident memory of the gateway"), resident),
    {
      name: "its most before a collection",
      value: `${shown(Math.max(...before.map((each) => each.resident)))} MB`,
      goal: "",
      holds: null,
    },
  ];
}

/** The first third warms up. */
function figureOf(name: string, samples: readonly number[]): Figure {
  const third = Math.floor(samples.length / 3);
  const second = medianOf(samples.slice(third, 2 * third));
  const last = medianOf(samples.slice(samples.length - third));
  const growth = third === 0 ? 0 : last / second - 1;
  const [first = 0, end = 0] = [samples[0], samples.at(-1)];
  return {
    name,
    value: `${shown(first)} to ${shown(end)} MB; last third ${percent(growth)}`,
    goal: `≤ ${percent(mostGrowth)}`,
    holds: third === 0 ? null : growth <= mostGrowth,
  };
}

function shown(bytes: number): string {
  return (bytes / megabyte).toFixed(1);
}

function percent(share: number): string {
  return `${share > 0 ? "+" : ""}${(100 * share).toFixed(1)} %`;
}
