import assert from "node:assert/strict";

/** Shorter than the timeouts of test runners, so that the failure names the clause. */
const timeoutMs = 3_000;
const shownWithinMs = 3_000;

/**
 * Waits for `promise`. The limit is generous, because it only detects a missing answer, not a slow one.
 * @throws AssertionError that begins with `clause` when there is none
 */
export async function promptly<Value>(clause: string, promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new assert.AssertionError({ message: `${clause}\nno answer within ${timeoutMs} ms` }));
    }, timeoutMs);
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** Repeats `ask` until there is an answer, for an agent app that shows it with a delay. */
export async function eventually<Value>(
  clause: string,
  ask: () => Promise<Value | null | undefined | false>,
): Promise<Value> {
  for (let round = 0; round < shownWithinMs / 10; round += 1) {
    const value = await ask();
    if (value !== null && value !== undefined && value !== false) return value;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new assert.AssertionError({
    message: `${clause}\nnothing came within ${shownWithinMs} ms`,
  });
}
