import type { RequestListener } from "node:http";
import { type LogLine, SeededRandom, testPlatform } from "@parley/conformance";
import { AgentBackend, createGateway, type Gateway, type VisitorEvent } from "@parley/core";
import { storeSqlite } from "@parley/store-sqlite";
import { transportUndici } from "@parley/transport-undici";
import { ContainerModule } from "inversify";
import { telemetry } from "../../src/index.ts";
import { canary } from "./canary-receivers.ts";
import { listening } from "./listening.ts";

/** Accepts most messages, fails on some, and rejects some and every report. Each error has a message. */
const moody: AgentBackend = {
  availability: async () => 1,
  receive: async ({ message }: VisitorEvent) => {
    const text = message.type === "text" ? message.text : message.type;
    if (text.includes("reject")) return { outcome: "rejected", reason: `${canary} reason` };
    if (text.includes("choke"))
      throw Object.assign(new Error(`${canary} thrown`), { code: `${canary} code` });
    return { outcome: "taken" };
  },
  report: async () => ({ outcome: "rejected", reason: `${canary} report` }),
};

const realTime = {
  now: () => Date.now(),
  after: (delayMs: number, callback: () => void) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
  soon: (callback: () => void) => void setImmediate(callback),
};

/** Keeps what it receives. Its first answer is an error with a message. */
class Collector {
  readonly bodies: string[] = [];

  readonly answer: RequestListener = async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk as string;
    this.bodies.push(body);
    response.writeHead(this.bodies.length === 1 ? 400 : 200).end(`{"message":"${canary}"}`);
  };
}

/** A gateway of real parts, with its output except metrics. */
export interface CanaryGateway {
  readonly gateway: Gateway;
  /** What the logger receives, before it redacts anything. */
  readonly log: readonly LogLine[];
  /** What the collector received. */
  readonly exported: readonly string[];
}

export async function canaryGateway(
  opened: AsyncDisposableStack,
  directory: string,
): Promise<CanaryGateway> {
  const collector = new Collector();
  const log: LogLine[] = [];
  const otlpUrl = await listening(opened, collector.answer);
  const gateway = await createGateway(
    testPlatform(realTime, new SeededRandom(), log),
    storeSqlite({ directory }),
    transportUndici({ allowInsecureLoopback: true }),
    new ContainerModule(({ bind }) => void bind(AgentBackend).toConstantValue(moody)),
    telemetry({ otlpUrl: `${otlpUrl}/?key=${canary}` }),
  );
  opened.defer(() => gateway.close());
  return { gateway, log, exported: collector.bodies };
}
