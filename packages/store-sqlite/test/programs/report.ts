import { ParleyError } from "@parley/core";

/** Prints one fact per line for the test that started this program. */
export function tell(fact: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(fact)}\n`);
}

export function tellError(error: unknown): void {
  const code = ParleyError.is(error) ? error.code : null;
  tell({ code, message: error instanceof Error ? error.message : String(error) });
}
