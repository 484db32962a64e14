import { setImmediate, setTimeout } from "node:timers/promises";
import type { Client } from "pg";

/** How long the server may take to answer, and how long after an answer that did not come it is asked once more. */
const limitMs = 2_000;
const pauseMs = 1_000;

/** Time, for tests to move. */
export interface ProbeTime {
  /** Milliseconds since any instant. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
}

/** Time that passes; it keeps no process alive. */
export const realProbeTime: ProbeTime = {
  now: () => performance.now(),
  wait: (ms) => setTimeout(ms, undefined, { ref: false }),
};

/**
 * Whether the server answers on a connection: asked twice, since what hangs on it, the proof that a node lives, is lost
 * with it, and either side may stand still for a moment. Never rejects.
 */
export async function answers(client: Client, time: ProbeTime): Promise<boolean> {
  if (await answersOnce(client, time)) return true;
  await time.wait(pauseMs);
  return answersOnce(client, time);
}

function answersOnce(client: Client, time: ProbeTime): Promise<boolean> {
  const answered = client.query("select 1").then(
    () => true,
    () => false,
  );
  // After a standstill timers come before sockets: the answer may be there and unread.
  const isOver = time.wait(limitMs).then(() => setImmediate(false));
  return Promise.race([answered, isOver]);
}
