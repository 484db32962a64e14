import type { Container } from "inversify";
import { waitAtMost } from "../engine/wait-at-most.ts";
import { Timers } from "../ports/platform/timers.ts";

/** After a failed start. An adapter that still opens closes only once it has opened, which may be never. */
const closeWithinMs = 5_000;

/** For `LoadedAdapters.unload` after a failed start. Without working timers it waits as long as it takes. */
export async function closeWait(
  container: Container,
): Promise<(closing: Promise<void>) => Promise<void>> {
  const timers = container.isBound(Timers)
    ? await container.getAsync(Timers).catch(() => null)
    : null;
  if (typeof timers?.after !== "function") return (closing) => closing;
  return (closing) => waitAtMost(timers, closeWithinMs, closing, undefined);
}
