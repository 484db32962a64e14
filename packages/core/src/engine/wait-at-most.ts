import type { Timers } from "../ports/platform/timers.ts";

/**
 * Waits for `work`, at most `timeoutMs`.
 * @throws the error of `work`, when it rejects in time
 */
export async function waitAtMost(
  timers: Pick<Timers, "after">,
  timeoutMs: number,
  work: Promise<void>,
): Promise<void> {
  let cancel: () => void = () => {};
  const patience = new Promise<void>((resolve) => {
    cancel = timers.after(timeoutMs, resolve);
  });
  await Promise.race([work, patience]);
  cancel();
}
