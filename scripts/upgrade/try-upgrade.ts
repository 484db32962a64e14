import { setTimeout as sleep } from "node:timers/promises";
import { ConsoleClient } from "../../examples/quickstart/test/support/console-client.ts";
import { GatewayProcess } from "../gateway/gateway-process.ts";
import { lostMessages, unfoundMessages, unindexed } from "./faults.ts";
import { landedAccount } from "./landed.ts";
import type { OldData, StoreName } from "./old-data.ts";
import { oldPostgres } from "./old-postgres.ts";
import { oldSqlite } from "./old-sqlite.ts";
import { Writers } from "./writers.ts";

export interface Trial {
  readonly store: StoreName;
  /** How many messages are there before. */
  readonly messages: number;
  /** Of the traffic. */
  readonly perSecond: number;
}

/** Share of the messages that are in the index when the gateway is killed. */
const killedAt = 0.4;
const lookMs = 1_000;
/** An index that does not grow for so long has stopped. */
const patienceMs = 60_000;

/** Upgrades data of the first schemas under traffic. @returns what went wrong. */
export async function tryUpgrade(
  trial: Trial,
  tell: (line: string) => void,
): Promise<readonly string[]> {
  const make = trial.store === "sqlite" ? oldSqlite : oldPostgres;
  const data = await make(trial.messages, process.stderr);
  tell("the messages are there in the first schema; the gateway starts");
  try {
    const gateway = await GatewayProcess.start(data.place);
    try {
      return await watch(gateway, data, trial, tell);
    } finally {
      await gateway.stop();
    }
  } finally {
    await data.close();
  }
}

async function watch(
  gateway: GatewayProcess,
  data: OldData,
  { messages, perSecond }: Trial,
  tell: (line: string) => void,
): Promise<readonly string[]> {
  const client = await ConsoleClient.signIn(gateway.url, landedAccount);
  const writers = await Writers.start(client, perSecond);
  // PostgreSQL's indexer begins with the newest messages, which need no cursor.
  await untilIndexed(
    data,
    async (count) => count >= killedAt * messages && (await data.cursor()) > 0,
  );
  const before = await stateOf(data);
  const killedAfter = writers.seconds;
  await writers.whileStarting(() => gateway.crash());
  tell(`killed after ${killedAfter} s of traffic, ready after ${writers.seconds} s`);
  const after = await stateOf(data);
  tell(`killed with ${before.indexed} messages in the index, at ${before.cursor}`);
  await untilIndexed(data, async (count) => count >= messages * 0.9 && (await isWhole(data)));
  await writers.stop();
  tell(`${writers.taken.length} messages were taken meanwhile`);
  await untilIndexed(data, () => isWhole(data));
  const entries = await data.entries();
  return [
    ...(after.cursor < before.cursor || after.indexed < before.indexed
      ? [`the index was at ${before.cursor} before the kill, and at ${after.cursor} after it`]
      : []),
    ...writers.refusals,
    ...lostMessages(entries, messages, writers.taken),
    ...(await unfoundMessages(client, entries)),
  ];
}

async function stateOf(data: OldData) {
  return { indexed: await data.indexed(), cursor: await data.cursor() };
}

async function isWhole(data: OldData): Promise<boolean> {
  return unindexed(await data.entries()).length === 0;
}

/** @throws Error when the index stops growing before that. */
async function untilIndexed(
  data: OldData,
  isEnough: (count: number) => Promise<boolean>,
): Promise<void> {
  let [most, grewAt] = [-1, performance.now()];
  for (;;) {
    const count = await data.indexed();
    if (await isEnough(count)) return;
    if (count > most) [most, grewAt] = [count, performance.now()];
    if (performance.now() - grewAt > patienceMs)
      throw new Error(`The search index stands still with ${count} messages.`);
    await sleep(lookMs);
  }
}
