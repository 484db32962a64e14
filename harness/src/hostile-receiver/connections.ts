import type { Transport } from "@parley/core";
import { attempt, openTransport } from "./attempts.ts";
import { checkAttempt } from "./attempt-checks.ts";
import type { Behaviour, End } from "./behaviour.ts";
import { behaviours } from "./behaviours/all.ts";
import type { Findings } from "./findings.ts";
import type { Outside } from "./outside.ts";
import { starvedMs } from "./starvation.ts";

const deadlineMs = 1_000;
const body = '{"message":{"type":"typein"}}';

/** Ends after which nothing can have arrived (ruling 17). */
const nothingSent: ReadonlySet<End> = new Set(["unreachable", "forbidden-target", "not-sent"]);

/**
 * Posts to every receiver `rounds` times in a row: no connection that met with trouble is used again, and
 * nothing that arrived is said to be unsent.
 */
export async function runConnections(
  outside: Outside,
  rounds: number,
  findings: Findings,
): Promise<number> {
  const { transport, close } = await openTransport();
  const before = await outside.report();
  const unsent = await Promise.all(
    behaviours.map((behaviour) =>
      postInRow(transport, behaviour, outside.urlOf(behaviour), rounds, findings),
    ),
  );
  const after = await outside.report();
  for (const [index, { name, kept }] of behaviours.entries()) {
    const arrivals = after.arrivals[name];
    if (arrivals === undefined) continue;
    const arrived = arrivals.requests - (before.arrivals[name]?.requests ?? 0);
    const sent = rounds - (unsent[index] ?? 0);
    if (arrived > sent)
      findings.add(
        "denied",
        `"${name}": ${arrived} requests arrived, ${sent} were said to be sent`,
      );
    if (kept === null) continue;
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
): Promise<number> {
  let unsent = 0;
  for (let round = 0; round < rounds; round += 1) {
    const due = { deadline: performance.now() + deadlineMs, sinceStarvedMs: starvedMs() };
    const signal = AbortSignal.timeout(deadlineMs);
    const request = { url, body, transfer: "content-length", signal, permit: () => true } as const;
    const ended = await attempt(transport, request);
    checkAttempt(ended, behaviour, due, findings);
    if (nothingSent.has(ended.end)) unsent += 1;
  }
  return unsent;
}
