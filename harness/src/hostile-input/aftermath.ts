import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { type Attack, canary } from "./attack.ts";
import { healthy } from "./crowds.ts";
import type { Measures } from "./gateway/host-words.ts";
import { smuggledId } from "./cases/wire-cases.ts";

const peakRssLimitBytes = 600e6;
const heapGrowthLimitBytes = 64e6;

/** What must hold once the attack is over: everything arrived, nothing is stuck, nothing grew, nothing was told. */
export async function checkAftermath(
  attack: Attack,
  before: Measures,
  directory: string,
): Promise<void> {
  await healthy(attack, "last", 20);
  const after = await drained(attack);
  const { gateway, agent, findings } = attack;
  const stored = after.appended + attack.storedInSilence;
  if (after.delivered !== stored)
    findings.add(`${stored} events stored, ${after.delivered} delivered`);
  if (agent.arrived !== stored) findings.add(`${stored} events stored, ${agent.arrived} arrived`);
  if (agent.of(smuggledId).length > 0) findings.add("a hidden request was taken");
  if (gateway.peakRssBytes > peakRssLimitBytes)
    findings.add(`the process grew to ${megabytes(gateway.peakRssBytes)}`);
  if (after.heapBytes - before.heapBytes > heapGrowthLimitBytes)
    findings.add(`the heap grew by ${megabytes(after.heapBytes - before.heapBytes)}`);
  const code = await gateway.stop();
  if (code !== 0) findings.add(`the gateway ended with ${code}`);
  if (lanesLeft(directory) !== 0) findings.add(`${lanesLeft(directory)} lanes are stuck`);
  checkLog(attack);
}

/** Bytes for people. */
export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

async function drained(attack: Attack): Promise<Measures> {
  const until = performance.now() + 20_000;
  for (;;) {
    const measures = await attack.gateway.measure();
    const isDone = measures.delivered >= measures.appended + attack.storedInSilence;
    if (isDone || performance.now() > until) return measures;
    await pause(100);
  }
}

function lanesLeft(directory: string): number {
  const database = new Database(join(directory, "parley.db"), { readonly: true });
  const lanes = database.prepare("select count(*) from lanes").pluck().get() as number;
  database.close();
  return lanes;
}

function checkLog({ gateway, secrets, findings }: Attack): void {
  const told = [canary, ...secrets].filter((secret) => gateway.log.includes(secret));
  if (told.length > 0) findings.add("the log repeats what visitors sent, or a secret");
  const odd = gateway.log.split("\n").find((line) => line !== "" && !line.startsWith('{"level"'));
  if (odd !== undefined) findings.add(`the process wrote something that is no log line: ${odd}`);
}
