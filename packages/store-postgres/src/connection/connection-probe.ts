import { setImmediate, setTimeout } from "node:timers/promises";
import type { Client } from "pg";

/** Time limit for an answer, and the wait before a second attempt. */
const limitMs = 2_000;
const pauseMs = 1_000;

/** Time source, replaceable in tests. */
export interface ProbeTime {
  /** Milliseconds since any instant. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
}

/** Real time. Its timers do not keep the process alive. */
export const realProbeTime: ProbeTime = {
  now: () => performance.now(),
  wait: (ms) => setTimeout(ms, undefined, { ref: false }),
};

/**
 * Whether the server answers on a connection. It asks twice: without the connection, the node loses its proof of life,
 * and either side may pause for a moment. Never rejects.
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
  // After a pause, Node runs timers before sockets. The answer may have arrived without being read.
  const isOver = time.wait(limitMs).then(() => setImmediate(false));
  return Promise.race([answered, isOver]);
}
