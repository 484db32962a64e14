import { setTimeout as sleep } from "node:timers/promises";

const timeoutMs = 10_000;

/** Waits until `check` returns a true value, and returns it. */
export async function eventually<Value>(
  check: () => Value | Promise<Value>,
): Promise<NonNullable<Exclude<Value, false>>> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const value = await check();
    if (value) return value as NonNullable<Exclude<Value, false>>;
    if (performance.now() > end) throw new Error(`waited ${timeoutMs} ms in vain`);
    await sleep(10);
  }
}
