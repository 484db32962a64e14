import { readFileSync } from "node:fs";
import { join } from "node:path";
import type {
  ConversationList,
  DeliveryList,
  IssuedChannelView,
  Job,
} from "@parley/admin-express/api";
import { AdminClient } from "../../../src/http/admin-client.ts";
import { Agent } from "./agent.ts";
import { eventually } from "../eventually.ts";
import { GatewayProcess } from "./gateway-process.ts";
import { Receiver } from "./receiver.ts";
import { TemporaryDirectory } from "../temporary-directory.ts";

/** A gateway with a receiver and an agent. */
export class World implements AsyncDisposable {
  readonly gateway: GatewayProcess;
  readonly receiver: Receiver;
  readonly client: AdminClient;
  readonly #agent: Agent;
  readonly #opened: AsyncDisposableStack;
  readonly #ingress = new Map<string, string>();

  private constructor(
    gateway: GatewayProcess,
    receiver: Receiver,
    agent: Agent,
    opened: AsyncDisposableStack,
  ) {
    this.gateway = gateway;
    this.receiver = receiver;
    this.#agent = agent;
    this.#opened = opened;
    const connection = {
      baseUrl: `${gateway.url}/admin/v1`,
      token: gateway.token,
      tokenSource: "",
    };
    this.client = new AdminClient(connection, new AbortController().signal);
  }

  static async open(): Promise<World> {
    await using opened = new AsyncDisposableStack();
    const home = opened.use(new TemporaryDirectory()).path;
    const receiver = opened.use(await Receiver.open());
    const gateway = opened.use(await GatewayProcess.start(home));
    const agent = await Agent.signIn(gateway.url);
    return new World(gateway, receiver, agent, opened.move());
  }

  /** Adds a channel whose agent messages go to the receiver. */
  async channel(id: string): Promise<string> {
    const body = { id, chatApiUrl: this.receiver.url };
    const issued = await this.client.ask<IssuedChannelView>("POST", "/channels", { body });
    this.#ingress.set(id, issued.body.ingressUrl);
    return id;
  }

  /** Sends agent messages of the quickstart's own channel to the receiver. */
  async shop(): Promise<string> {
    const path = join(this.gateway.home, "data/first-channel.json");
    const { id, ingressUrl } = JSON.parse(readFileSync(path, "utf8")) as IssuedChannelView;
    await this.client.ask("PATCH", `/channels/${id}`, { body: { chatApiUrl: this.receiver.url } });
    this.#ingress.set(id, ingressUrl);
    return id;
  }

  /** The URL for visitors of a channel added here. */
  ingressUrl(channel: string): string {
    const url = this.#ingress.get(channel);
    if (url === undefined) throw new Error(`${channel} was not added here`);
    return url;
  }

  /** A visitor of a channel added here writes `text`. Returns the conversation's id. */
  async says(channel: string, visitor: string, text: string, sender: object = {}): Promise<string> {
    const body = JSON.stringify({
      sender: { id: visitor, ...sender },
      message: { type: "text", text },
    });
    const response = await fetch(this.ingressUrl(channel), { method: "POST", body });
    if (!response.ok) throw new Error(`the message was answered ${response.status}`);
    const query = { channel, visitor };
    return eventually(async () => {
      const found = await this.client.ask<ConversationList>("GET", "/conversations", { query });
      return found.body.conversations[0]?.id;
    });
  }

  /** The agent replies, and the receiver refuses with this message. Returns the failed delivery's id. */
  async refusedReply(conversation: string, words: string): Promise<string> {
    this.receiver.answer = (body) =>
      body.includes(refusedText) ? { error: { code: 100, message: words } } : { result: "ok" };
    await this.#agent.reply(conversation, refusedText);
    return eventually(async () => {
      const { body } = await this.client.ask<DeliveryList>("GET", "/deliveries", {
        query: { conversation },
      });
      return body.deliveries.find(({ state }) => state === "failed")?.id;
    });
  }

  /** Starts a job, waits for its end, and returns it. */
  async job(path: string, body: object): Promise<Job> {
    const begun = await this.client.ask<Job>("POST", path, { body });
    return eventually(async () => {
      const { body } = await this.client.ask<Job>("GET", `/jobs/${begun.body.id}`);
      return body.state !== "running" && body;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened.disposeAsync();
  }
}

const refusedText = "this will be refused";
