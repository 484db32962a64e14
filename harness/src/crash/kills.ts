import { setTimeout as pause } from "node:timers/promises";
import type { GatewayProcess } from "../gateway/gateway-process.ts";
import type { HttpApp } from "./http-app.ts";

interface KillPlan {
  readonly gateways: readonly GatewayProcess[];
  /** `null`: it is in a process that is not killed. */
  readonly app: HttpApp | null;
  readonly kills: number;
  readonly appKills: number;
  /** Least time between two kills; two and a half times that is the most. */
  readonly apartMs: number;
  readonly onKill: (words: string) => void;
}

/** What the kills have led to. */
interface Killed {
  /** How long no gateway ran. */
  readonly downMs: number;
  /** How many starts of a gateway failed, and were tried once more. */
  readonly failedStarts: number;
}

/** Kills gateways, and now and then the app between two of them. */
export async function killAll(plan: KillPlan): Promise<Killed> {
  const { gateways, app, kills, apartMs, onKill } = plan;
  let downMs = 0;
  let appKills = 0;
  let failedStarts = 0;
  const pauseAndKillApp = async (gapMs: number): Promise<void> => {
    await pause(gapMs * Math.random());
    await app?.killAndStart();
    appKills += 1;
    onKill(`kill ${appKills} of ${plan.appKills} of the app`);
  };
  for (let kill = 1; kill <= kills; kill += 1) {
    const gapMs = apartMs * (1 + Math.random() * 1.5);
    const until = performance.now() + gapMs;
    const isOfApp = Math.random() * (kills - kill + 1) < plan.appKills - appKills;
    if (isOfApp) await pauseAndKillApp(gapMs);
    await pause(Math.max(0, until - performance.now()));
    const killedAt = performance.now();
    const victim = gateways[Math.floor(Math.random() * gateways.length)];
    if (!(await killAndStart(victim))) failedStarts += 1;
    if (gateways.length === 1) downMs += performance.now() - killedAt;
    onKill(`kill ${kill} of ${kills}`);
  }
  while (appKills < plan.appKills) await pauseAndKillApp(apartMs);
  return { downMs, failedStarts };
}

/**
 * Answers whether the first start succeeded. A busy machine can let a database miss the deadline of a start; who runs a
 * gateway starts it again.
 */
async function killAndStart(gateway: GatewayProcess | undefined): Promise<boolean> {
  await gateway?.kill();
  try {
    await gateway?.startAgain();
    return true;
  } catch (error) {
    process.stderr.write(`${String(error)}; once more\n`);
    await pause(1_000);
    await gateway?.startAgain();
    return false;
  }
}
