import type { WriteAnswer } from "@parley/core";

/** Whether a batch was written. `false`: what it depends on has changed. @throws Error when the store refuses it otherwise */
export function isWritten(answer: WriteAnswer): boolean {
  if (answer.written) return true;
  if (["exists", "version", "erased", "stale-turn"].includes(answer.why)) return false;
  throw notWritten(answer.why);
}

/** The state would not keep an event. */
export function notWritten(why: string): Error {
  const message = "an event could not be kept for the agent app";
  return Object.assign(new Error(message), { code: `state-${why}` });
}
