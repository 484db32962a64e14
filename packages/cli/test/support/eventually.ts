import { setTimeout as pause } from "node:timers/promises";

/** Waits until `check` returns a true value, and returns it. An error of `check` means "not yet". */
export async function eventually<Value>(
  check: () => Promise<Value | null | undefined | false>,
  timeoutMs = 15_000,
): Promise<Value> {
  const end = performance.now() + timeoutMs;
  let trouble: unknown = "it never became true";
  for (;;) {
    try {
      const value = await check();
      if (value) return value;
    } catch (error) {
      trouble = error;
    }
    if (performance.now() > end) throw new Error("waited in vain", { cause: trouble });
    await pause(25);
  }
}
