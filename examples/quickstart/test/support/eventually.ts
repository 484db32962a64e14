import { setTimeout as sleep } from "node:timers/promises";

/** Waits until `check` returns a true value, and returns it. An error of `check` means "not yet". */
export async function eventually<Value>(
  check: () => Value | Promise<Value>,
  timeoutMs = 10_000,
): Promise<NonNullable<Exclude<Value, false>>> {
  const end = performance.now() + timeoutMs;
  let trouble: unknown = "it never became true";
  for (;;) {
    try {
      const value = await check();
      if (value) return value as NonNullable<Exclude<Value, false>>;
    } catch (error) {
      trouble = error;
    }
    if (performance.now() > end)
      throw new Error(`waited ${timeoutMs} ms in vain`, { cause: trouble });
    await sleep(25);
  }
}
