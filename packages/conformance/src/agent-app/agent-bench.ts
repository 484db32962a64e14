import type { DeliveryReport, VisitorEvent } from "@parley/core";
import { MemoryData, memoryStores } from "@parley/core/memory";
import { GatewayRig, type StoreFactory } from "../gateway/gateway-rig.ts";
import { positive } from "../scripted/scripted-transport.ts";
import { wantSome } from "../want.ts";
import { type MakePlugin, type PluggedIn, PluggedPlugin } from "./nodes/plugged-plugin.ts";
import { ScriptedOutbox } from "./scripted-outbox.ts";
import { untilReplied } from "./until-replied.ts";

/** Makes an empty data set. Every call of the returned function opens that data for one gateway. */
export type BenchStores = () => StoreFactory | Promise<StoreFactory>;

const inMemory: BenchStores = () => {
  const data = new MemoryData();
  return () => memoryStores({ data });
};

const noLeases = { inboundLeases: 0, outboundLeases: 0, reportLeases: 0 };

/**
 * A real core with a backend that takes everything. It makes the events and reports that a suite
 * then passes to the plugin under test.
 */
export class AgentBench {
  readonly rig: GatewayRig;
  readonly outbox: ScriptedOutbox;

  readonly #openStores: StoreFactory;
  readonly #carries: boolean;
  #plugged: PluggedPlugin | null = null;

  private constructor(rig: GatewayRig, openStores: StoreFactory, carries: boolean) {
    this.rig = rig;
    this.#openStores = openStores;
    this.#carries = carries;
    this.outbox = new ScriptedOutbox(rig.gateway.outbox);
  }

  /** A bench whose suite hands events and reports to the plugin itself. */
  static async start(stores = inMemory): Promise<AgentBench> {
    const openStores = await stores();
    return new AgentBench(await GatewayRig.start(openStores), openStores, false);
  }

  /** A bench on which the plugin's own gateway hands them over. Visitors write to another one over the same data. */
  static async startCarrying(stores = inMemory): Promise<AgentBench> {
    const openStores = await stores();
    const rig = await GatewayRig.start(openStores, {}, noLeases);
    return new AgentBench(rig, openStores, true);
  }

  /** Loads a plugin into a gateway of its own. It is made anew when its gateway starts again after a crash. */
  async plug(make: MakePlugin): Promise<PluggedIn> {
    const { rig, outbox } = this;
    const parts = { rig, openStores: this.#openStores, outbox, carries: this.#carries };
    this.#plugged = await PluggedPlugin.start(parts, make);
    return this.#plugged;
  }

  /** The plugin that was plugged last. */
  get plugged(): PluggedPlugin {
    return wantSome("the app under test plugs its plugin into the bench", this.#plugged);
  }

  /** Whether any event, report or message waits. */
  async isBusy(): Promise<boolean> {
    const backlog = await this.rig.gateway.deliveries.backlog();
    return Object.values(backlog).some(({ lanes }) => lanes > 0);
  }

  /** Sends a visitor's body through the real inbox and returns its event. A string is sent unchanged. */
  async event(body: unknown): Promise<VisitorEvent> {
    const before = this.rig.backend.taken.length;
    const answer = await this.rig.visitor(body);
    if (!answer.accepted) throw new Error(answer.refusal.message);
    return wantSome("the core makes an event", this.rig.backend.taken[before]);
  }

  /** The event of a text from visitor `id`. */
  says(text: string, id: string | number = "v1"): Promise<VisitorEvent> {
    return this.event({ sender: { id }, message: { type: "text", text } });
  }

  /** The report of an agent's message that the integrating system refused with this description. */
  async report(conversationId: string, description?: string): Promise<DeliveryReport> {
    const before = this.rig.backend.reports.length;
    const error = description === undefined ? { code: 1 } : { code: 1, message: description };
    this.rig.transport.answer = () => ({ status: 200, body: JSON.stringify({ error }) });
    await this.rig.reply(conversationId, "an agent's message");
    await this.#reported(before);
    this.rig.transport.answer = () => positive;
    return wantSome("the core makes a report", this.rig.backend.reports[before]?.report);
  }

  /** The report of a visitor's message that became a dead letter. */
  async deadLetterReport(reason: string, id = "v1"): Promise<DeliveryReport> {
    const before = this.rig.backend.reports.length;
    this.rig.backend.answer = () => ({ rejected: reason });
    await this.rig.visitorSends({ sender: { id }, message: { type: "text", text: "never taken" } });
    this.rig.backend.answer = () => "taken";
    return wantSome("the core makes a report", this.rig.backend.reports[before]?.report);
  }

  /**
   * An agent writes in the app: `write` makes it do so. Resolves once the message is stored.
   * @throws Error when it is refused for good
   */
  untilReplied(conversationId: string, write: () => unknown): Promise<void> {
    return untilReplied(this, conversationId, write);
  }

  /** The gateway of the plugin may have sent the message. Then the bench learns of the report within a second. */
  async #reported(before: number): Promise<void> {
    if (this.rig.backend.reports.length === before) await this.rig.time.advance(1_000);
  }

  /** Every `message` sent to this conversation's visitor, in order, each id once: a crash may repeat an attempt. */
  async posted(conversationId: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    await this.rig.time.settle();
    const conversation = await this.rig.gateway.conversations.find(conversationId);
    const recipient = `"recipient":{"id":${conversation?.visitorId}}`;
    const messages = this.rig.transport.posts
      .filter(({ body }) => body.includes(recipient))
      .map(({ body }) => (JSON.parse(body) as { message: Record<string, unknown> }).message);
    return [...new Map(messages.map((message) => [message["id"], message])).values()];
  }

  close(): Promise<void> {
    return this.rig.stop();
  }
}
