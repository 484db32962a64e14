import {
  AgentBackend,
  type ChannelPass,
  createGateway,
  type Gateway,
  Observer,
  Transport,
} from "@parley/core";
import { ContainerModule } from "inversify";
import { ManualTime } from "../manual-time.ts";
import { NodeTime } from "../node-time.ts";
import type { Runner } from "../runner.ts";
import { ScriptedBackend } from "../scripted-backend.ts";
import { ScriptedTransport } from "../scripted-transport.ts";
import { SeededRandom, testPlatform } from "../test-platform.ts";
import { want } from "../want.ts";
import { storesOfNode } from "../stores-of-node.ts";
import type { SharedStores, ShareStores } from "./shared-stores.ts";

interface GatewayNode {
  readonly gateway: Gateway;
  readonly pass: ChannelPass;
  kill(): Promise<void>;
}

/** Two gateways over one data set, with one time, one endpoint and one agent app. */
class TwoGateways {
  readonly time = new ManualTime();
  readonly transport = new ScriptedTransport(this.time);
  readonly backend = new ScriptedBackend(this.time);
  readonly #shared: SharedStores;
  readonly #nodes: GatewayNode[] = [];
  #secret = "";

  private constructor(shared: SharedStores) {
    this.#shared = shared;
  }

  static async start(share: ShareStores): Promise<TwoGateways> {
    const rig = new TwoGateways(await share());
    await rig.add();
    await rig.add();
    return rig;
  }

  /** The first random string of the channel `shop`. */
  get secret(): string {
    return this.#secret;
  }

  node(index: number): GatewayNode {
    const node = this.#nodes[index];
    if (node === undefined) throw new Error("there is no such node");
    return node;
  }

  say(index: number, message: object): Promise<{ readonly accepted: boolean }> {
    const { gateway, pass } = this.node(index);
    const body = JSON.stringify({ sender: { id: "v1" }, message: { type: "text", ...message } });
    return gateway.inbox.accept(pass, new TextEncoder().encode(body));
  }

  async conversation(): Promise<string> {
    const { items } = await this.node(0).gateway.conversations.list({ before: null, limit: 2 });
    want("there is one conversation", items.length, 1);
    return items[0]?.id ?? "";
  }

  async reply(index: number, conversationId: string, text: string): Promise<void> {
    const answer = await this.node(index).gateway.outbox.send({
      conversationId,
      idempotencyKey: null,
      sender: { name: "Ann" },
      message: { type: "text", text },
    });
    want("the reply is accepted", answer.accepted, true);
  }

  async add(): Promise<void> {
    const time = new NodeTime(this.time);
    const random = new SeededRandom(this.#nodes.length + 1);
    const stores = await storesOfNode(this.#shared.module(), this.time);
    const fittings = new ContainerModule(({ bind }) => {
      bind(Transport).toConstantValue(this.transport);
      bind(AgentBackend).toConstantValue(this.backend);
      bind(Observer).toConstantValue({ notice: () => {} });
    });
    const gateway = await createGateway(testPlatform(time, random, []), stores.module, fittings);
    const pass = await this.#enter(gateway);
    const kill = async (): Promise<void> => {
      time.kill();
      await stores.kill();
    };
    this.#nodes.push({ gateway, pass, kill });
    await this.time.settle();
  }

  async close(): Promise<void> {
    for (const node of this.#nodes) await node.kill();
    await this.#shared.close();
  }

  async #enter(gateway: Gateway): Promise<ChannelPass> {
    if (this.#secret === "") {
      const input = { id: "shop", chatApiUrl: "https://shop.example/chat" };
      const answer = await gateway.channelAdmin.add(input);
      if (!answer.done) throw new Error(answer.refusal.message);
      this.#secret = answer.value.randomString;
    }
    const pass = await gateway.inbox.enter("shop", this.#secret);
    if (pass === null) throw new Error("the channel cannot be entered");
    return pass;
  }
}

const movedAway = { chatApiUrl: "https://moved.example/chat" };

/** The engine's promises with two gateways on one database. */
export function gatewayChecks(runner: Runner, share: ShareStores): void {
  const check = (title: string, body: (rig: TwoGateways) => Promise<void>): void => {
    runner.it(title, async () => {
      const rig = await TwoGateways.start(share);
      try {
        await body(rig);
      } finally {
        await rig.close();
      }
    });
  };

  check("one retransmission to two gateways at once reaches the agent once", async (rig) => {
    const message = { id: "m1", text: "hello" };
    const answers = await Promise.all([rig.say(0, message), rig.say(1, message)]);
    await rig.time.advance(5_000);
    want(
      "both are told that it is stored",
      answers.map(({ accepted }) => accepted),
      [true, true],
    );
    want("the agent has it once", rig.backend.taken.length, 1);
  });

  check("what two gateways take for one visitor reaches the agent in order", async (rig) => {
    for (let number = 0; number < 12; number += 1) await rig.say(number % 2, { text: `${number}` });
    await rig.time.advance(5_000);
    want(
      "in the order of acceptance",
      rig.backend.taken.map(({ message }) => (message as { text?: string }).text),
      Array.from({ length: 12 }, (_, number) => `${number}`),
    );
  });

  check("replies through two gateways leave in order, one at a time", async (rig) => {
    await rig.say(0, { text: "hello" });
    await rig.time.settle();
    const conversation = await rig.conversation();
    for (let number = 0; number < 10; number += 1)
      await rig.reply(number % 2, conversation, `r${number}`);
    await rig.time.advance(10_000);
    want(
      "each once, in order",
      rig.transport.posts.map(({ body }) => (JSON.parse(body) as Reply).message.text),
      Array.from({ length: 10 }, (_, number) => `r${number}`),
    );
  });

  check("what changes a channel at one gateway holds at the other within a second", async (rig) => {
    const [{ channelAdmin }, { inbox }] = [rig.node(0).gateway, rig.node(1).gateway];
    const isOpen = async (secret: string) => (await inbox.enter("shop", secret)) !== null;
    want("the other has the channel in its cache", await isOpen(rig.secret), true);
    const rotated = await channelAdmin.rotate("shop", 0);
    const secret = rotated.done ? rotated.value.randomString : "";
    want("the new random string is good at once", await isOpen(secret), true);
    await rig.time.advance(1_001);
    want("the old one no more", await isOpen(rig.secret), false);
    want("of the new address", (await channelAdmin.change("shop", movedAway)).done, true);
    await rig.time.advance(1_001);
    await rig.say(1, { text: "hello" });
    await rig.time.settle();
    await rig.reply(1, await rig.conversation(), "to the new address");
    await rig.time.settle();
    want(
      "the other sends there",
      rig.transport.posts.at(-1)?.url,
      "https://moved.example/chat/shop",
    );
    want("of the removal", (await channelAdmin.remove("shop")).done, true);
    await rig.time.advance(1_001);
    want("the other lets nobody in", await isOpen(secret), false);
  });

  check("what a killed gateway held is carried on by the other", async (rig) => {
    rig.backend.answer = () => "hang";
    await rig.say(1, { text: "held" });
    await rig.time.settle();
    await rig.node(1).kill();
    rig.backend.answer = () => "taken";
    await rig.time.advance(12_000);
    want(
      "as soon as its lease has ended",
      rig.backend.taken.map(({ message }) => (message as { text?: string }).text),
      ["held"],
    );
  });

  check("a series begun by a killed gateway keeps its schedule on the other", async (rig) => {
    await rig.say(0, { text: "hello" });
    await rig.time.settle();
    const conversation = await rig.conversation();
    rig.transport.answer = () => ({ status: 500 });
    const begun = rig.time.now();
    await rig.reply(1, conversation, "never answered");
    await rig.time.advance(100);
    await rig.node(1).kill();
    await rig.time.advance(12_000);
    const starts = rig.transport.posts.map(({ at }) => at - begun);
    want("no more than three attempts, none early", starts.length <= 3 && starts[0] === 0, true);
    want(
      "each at its tick or late",
      starts.every((at, index) => at >= index * 3_000),
      true,
    );
    want("one report", rig.backend.reports.length, 1);
  });
}

interface Reply {
  readonly message: { readonly text: string };
}
