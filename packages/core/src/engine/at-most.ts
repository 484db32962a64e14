import type { Timers } from "../ports/platform/timers.ts";

/**
 * Waits for `work`, at most `patienceMs`.
 * @throws the error of `work`, when it rejects in time
 */
export async function atMost(
  timers: Pick<Timers, "after">,
  patienceMs: number,
  work: Promise<void>,
): Promise<void> {
  let cancel: () => void = () => {};
  const patience = new Promise<void>((resolve) => {
    cancel = timers.after(patienceMs, resolve);
  });
  await Promise.race([work, patience]);
  cancel();
}
