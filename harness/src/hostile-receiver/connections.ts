import type { Transport } from "@parley/core";
import { attempt, openTransport } from "./attempts.ts";
import { checkAttempt } from "./attempt-checks.ts";
import type { Behaviour } from "./behaviour.ts";
import { behaviours } from "./behaviours/all.ts";
import type { Findings } from "./findings.ts";
import type { Outside } from "./outside.ts";
import { starvedMs } from "./starvation.ts";

const deadlineMs = 1_000;
const body = '{"message":{"type":"typein"}}';

/** Posts to every receiver `rounds` times in a row: no connection that met with trouble is used again. */
export async function runConnections(
  outside: Outside,
  rounds: number,
  findings: Findings,
): Promise<number> {
  const { transport, close } = await openTransport();
  const before = await outside.report();
  await Promise.all(
    behaviours.map((behaviour) =>
      postInRow(transport, behaviour, outside.urlOf(behaviour), rounds, findings),
    ),
  );
  const after = await outside.report();
  for (const { name, kept } of behaviours) {
    const arrivals = after.arrivals[name];
    if (arrivals === undefined || kept === null) continue;
    const opened = arrivals.connections - (before.arrivals[name]?.connections ?? 0);
    const expected = kept ? 1 : rounds;
    if (opened !== expected) {
      findings.add(
        "reused",
        `"${name}": ${rounds} posts over ${opened} connections, not ${expected}`,
      );
    }
  }
  await close();
  return behaviours.length * rounds;
}

async function postInRow(
  transport: Transport,
  behaviour: Behaviour,
  url: string,
  rounds: number,
  findings: Findings,
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const due = { deadline: performance.now() + deadlineMs, sinceStarvedMs: starvedMs() };
    const signal = AbortSignal.timeout(deadlineMs);
    const request = { url, body, transfer: "content-length", signal, permit: () => true } as const;
    checkAttempt(await attempt(transport, request), behaviour, due, findings);
  }
}
