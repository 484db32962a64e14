import { setTimeout as sleep } from "node:timers/promises";

const patienceMs = 10_000;

/** Waits until `check` returns a true value, and returns it. */
export async function eventually<Value>(
  check: () => Value | Promise<Value>,
): Promise<NonNullable<Exclude<Value, false>>> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const value = await check();
    if (value) return value as NonNullable<Exclude<Value, false>>;
    if (performance.now() > end) throw new Error(`waited ${patienceMs} ms in vain`);
    await sleep(10);
  }
}
