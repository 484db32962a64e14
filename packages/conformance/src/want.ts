import assert from "node:assert/strict";

/**
 * Compares the result of an adapter with the contract's, in every field.
 * @throws AssertionError that begins with `clause`, the sentence of the contract
 */
export function want(clause: string, actual: unknown, expected: unknown): void {
  try {
    assert.deepEqual(actual, expected);
  } catch (cause) {
    const details = cause instanceof Error ? cause.message : String(cause);
    throw new assert.AssertionError({
      message: `${clause}\n${details}`,
      actual,
      expected,
      operator: "want",
    });
  }
}

/** Returns `value`. @throws AssertionError when it is absent */
export function wantSome<Value>(clause: string, value: Value | null | undefined): Value {
  assert.ok(value !== null && value !== undefined, clause);
  return value;
}
