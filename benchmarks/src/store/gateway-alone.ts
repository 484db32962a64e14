import { setTimeout as pause } from "node:timers/promises";
import {
  AgentBackend,
  Bounds,
  type AuthenticatedChannel,
  createGateway,
  defaultBounds,
  type Gateway,
} from "@parley/core";
import { platformNode } from "@parley/platform-node";
import { storeSqlite } from "@parley/store-sqlite";
import { transportUndici } from "@parley/transport-undici";
import { ContainerModule } from "inversify";
import { readText } from "../load/text.ts";
import { Tally } from "../receiver/tally.ts";

const pollMs = 5;
const timeoutMs = 30_000;

/** A gateway without HTTP. Its agent app accepts everything at once, and checks that it comes once and in order. */
export class GatewayAlone {
  readonly #gateway: Gateway;
  readonly #pass: AuthenticatedChannel;
  readonly #tally: Tally;

  private constructor(gateway: Gateway, pass: AuthenticatedChannel, tally: Tally) {
    this.#gateway = gateway;
    this.#pass = pass;
    this.#tally = tally;
  }

  static async open(directory: string): Promise<GatewayAlone> {
    const tally = new Tally();
    const gateway = await createGateway(
      platformNode(),
      storeSqlite({ directory }),
      transportUndici(),
      agentModule(tally),
    );
    const added = await gateway.channelAdmin.add({
      id: "shop",
      chatApiUrl: "https://shop.example/{channel}",
    });
    if (!added.done) throw new Error(added.refusal.message);
    const pass = await gateway.inbox.authenticate("shop", added.value.randomString);
    if (pass === null) throw new Error("the channel does not let in");
    return new GatewayAlone(gateway, pass, tally);
  }

  /** @throws Error when one is refused. */
  async acceptAll(bodies: readonly string[]): Promise<void> {
    const answers = bodies.map((body) => this.#gateway.inbox.accept(this.#pass, Buffer.from(body)));
    for (const answer of await Promise.all(answers))
      if (!answer.accepted) throw new Error(answer.refusal.message);
  }

  /** @throws Error unless all messages are delivered in time, each once and in order. */
  async delivered(messages: number): Promise<void> {
    const patience = performance.now() + timeoutMs;
    while (this.#tally.messages < messages && performance.now() < patience) await pause(pollMs);
    const { messages: delivered, repeated, outOfOrder } = this.#tally.turnOver();
    if (delivered === messages && repeated + outOfOrder === 0) return;
    throw new Error(
      `${delivered} of ${messages} delivered, ${repeated} again, ${outOfOrder} out of order`,
    );
  }

  /** Settles running deliveries first. */
  close(): Promise<void> {
    return this.#gateway.close();
  }
}

function agentModule(tally: Tally): ContainerModule {
  const backend: AgentBackend = {
    availability: async () => 1,
    receive: async ({ message }) => {
      const told = readText(JSON.stringify(message));
      if (told === null) throw new Error("the message is none of ours");
      tally.take(told);
      return { outcome: "taken" };
    },
    report: async () => ({ outcome: "taken" }),
  };
  return new ContainerModule(({ bind }) => {
    bind(AgentBackend).toConstantValue(backend);
    bind(Bounds).toConstantValue({ ...defaultBounds, newConversationsPerMinute: 10_000_000 });
  });
}
