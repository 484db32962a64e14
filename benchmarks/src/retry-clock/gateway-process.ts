import { setTimeout as pause } from "node:timers/promises";
import { AgentBackend, createGateway, Observer } from "@parley/core";
import { platformNode } from "@parley/platform-node";
import { storeSqlite } from "@parley/store-sqlite";
import { transportUndici } from "@parley/transport-undici";
import { ContainerModule } from "inversify";
import { bodyOf } from "../load/body.ts";
import { optionsOf, serveParent } from "../process/serve-parent.ts";
import { Lateness, type LatenessResult } from "./lateness.ts";

/** A gateway whose integrating systems all fail. Agents in the same process write to every visitor on request. */
export interface FailingOptions {
  readonly directory: string;
  readonly receiverPort: number;
  readonly channels: number;
  readonly lanesPerChannel: number;
  /** Time over which the agents' messages are spread. */
  readonly arrivalsMs: number;
}

/** Sends one message to every visitor, and waits for the last report up to a time limit. */
export interface FailingQuestion {
  readonly timeoutMs: number;
}

const options = optionsOf<FailingOptions>();
const lateness = new Lateness();
const gateway = await createGateway(
  platformNode(),
  storeSqlite({ directory: options.directory }),
  transportUndici({ allowInsecureLoopback: true }),
  agentApp(),
);
const conversations = await openConversations();

serveParent({
  ready: true,
  answer: ({ timeoutMs }: FailingQuestion) => fail(timeoutMs),
  stop: () => gateway.close(),
});

function agentApp(): ContainerModule {
  const backend: AgentBackend = {
    availability: async () => 1,
    receive: async () => ({ outcome: "taken" }),
    report: async ({ conversationId, reason }) => {
      lateness.reported(conversationId, reason, gateway.clock.now());
      return { outcome: "taken" };
    },
  };
  return new ContainerModule(({ bind }) => {
    bind(AgentBackend).toConstantValue(backend);
    bind(Observer).toConstantValue(lateness);
  });
}

/** Opens one conversation per lane, as visitors do. @returns their ids. */
async function openConversations(): Promise<readonly string[]> {
  const { channels, lanesPerChannel } = options;
  for (let channel = 0; channel < channels; channel += 1) {
    const writers = Array.from(
      { length: lanesPerChannel },
      (_, lane) => channel * lanesPerChannel + lane,
    );
    await openOn(`shop-${channel}`, writers);
  }
  return lateness.opened(channels * lanesPerChannel);
}

async function openOn(id: string, writers: readonly number[]): Promise<void> {
  const chatApiUrl = `http://127.0.0.1:${options.receiverPort}/fail/out/{channel}`;
  const added = await gateway.channelAdmin.add({ id, chatApiUrl });
  if (!added.done) throw new Error(added.refusal.message);
  const pass = await gateway.inbox.authenticate(id, added.value.randomString);
  if (pass === null) throw new Error("the channel does not let in");
  const bodies = writers.map((writer) => bodyOf("visitor", { writer, number: 0, sentAt: 0 }));
  const answers = bodies.map((body) => gateway.inbox.accept(pass, Buffer.from(body)));
  for (const answer of await Promise.all(answers))
    if (!answer.accepted) throw new Error(answer.refusal.message);
}

async function fail(timeoutMs: number): Promise<LatenessResult> {
  const startedAt = performance.now();
  const gapMs = options.arrivalsMs / conversations.length;
  const sends: Promise<void>[] = [];
  for (const [index, conversationId] of conversations.entries()) {
    const waitMs = startedAt + index * gapMs - performance.now();
    if (waitMs > 0) await pause(waitMs);
    sends.push(send(conversationId));
  }
  await Promise.all(sends);
  return lateness.result(conversations.length, timeoutMs);
}

async function send(conversationId: string): Promise<void> {
  const answer = await gateway.outbox.send({
    conversationId,
    idempotencyKey: null,
    sender: { name: "Grace Hopper" },
    message: { type: "text", text: "a reply that nobody will take" },
  });
  if (!answer.accepted) throw new Error(answer.refusal.message);
}
