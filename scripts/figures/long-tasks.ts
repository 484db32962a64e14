import type { Page } from "../pictures/windows.ts";
import { type Figure, milliseconds } from "./figure.ts";

/** A task that holds the page longer can be felt. */
const mostMs = 50;
const bufferKb = 400_000;
const mainThread = "CrRendererMain";
const taskName = "ThreadControllerImpl::RunTask";

/** A task of the page's main thread. */
interface Task {
  readonly ms: number;
  /** Less than `ms` when other programs held the processor. */
  readonly cpuMs: number;
}

/** An event of a browser trace. Times are in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** Traces the browser during `work`. @returns the tasks over 50 ms. */
export async function longTasksDuring(
  page: Page,
  work: () => Promise<void>,
): Promise<readonly Task[]> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("the page has no browser");
  const cdp = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  cdp.on("Tracing.dataCollected", ({ value }) =>
    events.push(...(value as unknown as TraceEvent[])),
  );
  const includedCategories = ["toplevel", "__metadata"];
  await cdp.send("Tracing.start", {
    traceConfig: { includedCategories, traceBufferSizeInKb: bufferKb },
  });
  await work();
  const isComplete = new Promise((resolve) => cdp.once("Tracing.tracingComplete", resolve));
  await cdp.send("Tracing.end");
  await isComplete;
  await cdp.detach();
  return longTasksIn(events);
}

function longTasksIn(events: readonly TraceEvent[]): readonly Task[] {
  const placeOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const mains = new Set(events.filter(({ args }) => args.name === mainThread).map(placeOf));
  return events
    .filter((event) => event.name === taskName && mains.has(placeOf(event)))
    .map(({ dur = 0, tdur = 0 }) => ({ ms: dur / 1_000, cpuMs: tdur / 1_000 }))
    .filter(({ ms }) => ms > mostMs);
}

export function longTaskFigure(name: string, tasks: readonly Task[]): Figure {
  const byCpu = tasks.filter(({ cpuMs }) => cpuMs > mostMs).length;
  const longest = (times: readonly number[]) => milliseconds(Math.max(0, ...times));
  const all = `${tasks.length}, the longest ${longest(tasks.map(({ ms }) => ms))}`;
  const cpu = `${byCpu} by CPU time, the longest ${longest(tasks.map(({ cpuMs }) => cpuMs))}`;
  return {
    name,
    value: tasks.length === 0 ? "none" : `${all}; ${cpu}`,
    goal: `no task over ${mostMs} ms`,
    holds: tasks.length === 0,
  };
}
