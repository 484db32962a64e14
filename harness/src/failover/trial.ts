import { setTimeout as pause } from "node:timers/promises";
import { auditedHistory, auditOutside, type Faults, settled } from "../gateway/audit.ts";
import { GatewayProcess, type ProcessOptions } from "../gateway/gateway-process.ts";
import { startLoad } from "../gateway/load.ts";
import { openOutside } from "../gateway/outside.ts";
import { ReplicatedPair, type Replication } from "./replicated-pair.ts";

/** What one failover is given. */
export interface TrialOptions {
  readonly replication: Replication;
  readonly gateways: number;
  /** Each way. */
  readonly perSecond: number;
  /** How long the standby gets nothing any more before the primary is lost. */
  readonly cutMs: number;
  readonly processes: ProcessOptions;
}

/** How it went. */
export interface TrialResult {
  readonly acknowledged: number;
  /** Acknowledged, and neither where they were to go nor in the history that the new primary has. */
  readonly lost: number;
  /** Whatever else is wrong. */
  readonly faults: Faults;
  /** From the loss of the primary until the first message was acknowledged again. */
  readonly interruptionMs: number;
}

/** Until every visitor has written once, and every agent has a conversation to answer in. */
const warmUpMs = 3_000;
const afterwardsMs = 4_000;
const backMs = 60_000;
/** For what is there; what was lost does not come, however long one waits. */
const drainMs = { synchronous: 60_000, asynchronous: 10_000 } as const;
const patience = { answerMs: 3_000, avoidMs: 300 };

/** Loses the primary under load, moves to the standby, and looks for every message that was acknowledged. */
export async function tryFailover(options: TrialOptions): Promise<TrialResult> {
  const { replication, perSecond, cutMs, processes } = options;
  const pair = await ReplicatedPair.open(replication);
  const outside = await openOutside();
  const { agentUrl, shopUrl, inbound, outbound } = outside;
  const place = { store: "postgres", connectionString: pair.connectionString } as const;
  const gateways: GatewayProcess[] = [];
  try {
    for (let count = 0; count < options.gateways; count += 1)
      gateways.push(await GatewayProcess.start({ place, port: 0, agentUrl, shopUrl }, processes));
    const ingressPath = gateways[0]?.ingressPath ?? "";
    const gatewayUrls = gateways.map(({ url }) => url);
    const acknowledged = () => inbound.acknowledged + outbound.acknowledged;
    const load = startLoad({
      outside,
      gatewayUrls,
      ingressPath,
      visitors: perSecond,
      perSecond,
      patience,
    });
    await pause(warmUpMs);
    pair.cutLink();
    await pause(cutMs);
    await pair.losePrimary();
    const lostAt = performance.now();
    const before = acknowledged();
    await pair.failOver();
    while (acknowledged() === before && performance.now() - lostAt < backMs) await pause(20);
    const interruptionMs = performance.now() - lostAt;
    await pause(afterwardsMs);
    await load.stop();
    await settled(outside, load, drainMs[replication]);
    const history = await auditedHistory(outside, gatewayUrls[0] ?? "", drainMs[replication]);
    const faults = { ...auditOutside(outside, load), ...history };
    const lost =
      (faults["lost in"] ?? 0) +
      (faults["silently undelivered"] ?? 0) +
      (faults["not once in the history"] ?? 0);
    return { acknowledged: acknowledged(), lost, faults, interruptionMs };
  } finally {
    for (const gateway of gateways) await gateway.stop();
    await outside.close();
    await pair.close();
  }
}
