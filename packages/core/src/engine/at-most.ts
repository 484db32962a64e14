import type { Timers } from "../ports/platform/timers.ts";

/** Waits for `work`, for no longer than `patienceMs`. @throws what `work` throws in time. */
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
