import assert from "node:assert/strict";
import type { Runner } from "./runner.ts";

/** A runner whose failures begin with the broken rule (the test's title) and its documentation. */
export function citeRules({ describe, it }: Runner, source: string): Runner {
  return {
    describe,
    it: (title, body) =>
      it(title, async () => {
        try {
          await body();
        } catch (cause) {
          throw brokenRule(`${title} — see ${source}`, cause);
        }
      }),
  };
}

function brokenRule(rule: string, cause: unknown): Error {
  const message = `${rule}\n${cause instanceof Error ? cause.message : String(cause)}`;
  if (!(cause instanceof assert.AssertionError)) return new Error(message, { cause });
  const { actual, expected, operator } = cause;
  const broken = new assert.AssertionError({ message, actual, expected, operator });
  broken.cause = cause;
  return broken;
}
