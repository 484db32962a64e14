import type { Timers } from "../ports/platform/timers.ts";

/**
 * The result of `work`, or `late` when it takes longer than `timeoutMs`.
 * @throws the error of `work`, when it rejects in time
 */
export async function waitAtMost<Value>(
  timers: Pick<Timers, "after">,
  timeoutMs: number,
  work: Promise<Value>,
  late: Value,
): Promise<Value> {
  let cancel: () => void = () => {};
  const patience = new Promise<Value>((resolve) => {
    cancel = timers.after(timeoutMs, () => resolve(late));
  });
  return Promise.race([work, patience]).finally(() => cancel());
}
