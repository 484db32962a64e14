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

/** Kills gateways and the app in a drawn order, and starts each again. Answers how long no gateway ran, in ms. */
export async function killAll(plan: KillPlan): Promise<number> {
  const { gateways, app, apartMs, onKill } = plan;
  const left = { gateway: plan.kills, app: app === null ? 0 : plan.appKills };
  const all = left.gateway + left.app;
  let downMs = 0;
  for (let kill = 1; kill <= all; kill += 1) {
    await pause(apartMs * (1 + Math.random() * 1.5));
    const isOfApp = Math.random() * (left.gateway + left.app) < left.app;
    left[isOfApp ? "app" : "gateway"] -= 1;
    const killedAt = performance.now();
    if (isOfApp) await app?.killAndStart();
    else await killAndStart(gateways[Math.floor(Math.random() * gateways.length)]);
    if (gateways.length === 1 && !isOfApp) downMs += performance.now() - killedAt;
    onKill(`kill ${kill} of ${all}${isOfApp ? ", of the app" : ""}`);
  }
  return downMs;
}

async function killAndStart(gateway: GatewayProcess | undefined): Promise<void> {
  await gateway?.kill();
  await gateway?.startAgain().catch((error: unknown) => startOnceMore(gateway, error));
}

/** A busy machine can let a database miss the deadline of a start; who runs a gateway starts it again. */
async function startOnceMore(gateway: GatewayProcess, error: unknown): Promise<void> {
  process.stderr.write(`${String(error)}; once more\n`);
  await pause(1_000);
  await gateway.startAgain();
}
