import assert from "node:assert/strict";
import {
  ChannelAdmin,
  Channels,
  Conversations,
  DeadLetters,
  Deliveries,
  type DeliveryReport,
  Diagnosis,
  Outbox,
  Retention,
  Signals,
  TestMessages,
  Transport,
  type VisitorEvent,
} from "@parley/core";
import { MemoryData, memoryStores, SignalHub } from "@parley/core/memory";
import { Container, ContainerModule, type ServiceIdentifier } from "inversify";
import { GatewayRig } from "../gateway/gateway-rig.ts";
import { positive } from "../scripted/scripted-transport.ts";
import { testPlatform } from "../time/test-platform.ts";
import { wantSome } from "../want.ts";
import { BenchInstances } from "./bench-instances.ts";
import { ScriptedOutbox } from "./scripted-outbox.ts";

/** A plugin in its own container, with the ports that core offers. */
export interface PluggedIn {
  /** A service that the plugin binds, or one of an instance that it declares. */
  get<Service>(token: ServiceIdentifier<Service>, instance?: string): Promise<Service>;
  /** Unloads it as `gateway.close()` does. */
  unplug(): Promise<void>;
}

/**
 * A real core over memory stores with a backend that takes everything. It makes the events and reports that a suite
 * then passes to the plugin under test.
 */
export class AgentBench {
  readonly rig: GatewayRig;
  readonly outbox: ScriptedOutbox;

  readonly #data: MemoryData;

  private constructor(rig: GatewayRig, data: MemoryData) {
    this.rig = rig;
    this.#data = data;
    this.outbox = new ScriptedOutbox(rig.gateway.outbox);
  }

  static async start(): Promise<AgentBench> {
    const data = new MemoryData();
    return new AgentBench(await GatewayRig.start(() => memoryStores({ data })), data);
  }

  /**
   * Loads a plugin as `createGateway` does, with a scripted `Outbox`, also under the names of instances. An instance has
   * its state, and its due calls are made.
   */
  async plug(module: ContainerModule): Promise<PluggedIn> {
    const { rig } = this;
    const container = new Container({ defaultScope: "Singleton" });
    container.load(testPlatform(rig.time, rig.random, rig.log), this.#coreModule());
    await container.loadAsync(module);
    const instances = await BenchInstances.open(container, this.#data, rig, this.outbox);
    return {
      get: async (token, instance) => {
        const of = instance === undefined ? {} : { name: instance };
        assert.ok(container.isBound(token, of), `the plugin binds ${String(token)} in its module`);
        return container.getAsync(token, of);
      },
      unplug: async () => {
        await instances?.close();
        await container.unloadAsync(module);
      },
    };
  }

  #coreModule(): ContainerModule {
    const { gateway, transport } = this.rig;
    return new ContainerModule(({ bind }) => {
      bind(Outbox).toConstantValue(this.outbox).whenDefault();
      bind(Conversations).toConstantValue(gateway.conversations);
      bind(Channels).toConstantValue(gateway.channels);
      bind(ChannelAdmin).toConstantValue(gateway.channelAdmin);
      bind(Deliveries).toConstantValue(gateway.deliveries);
      bind(DeadLetters).toConstantValue(gateway.deadLetters);
      bind(Retention).toConstantValue(gateway.retention);
      bind(Diagnosis).toConstantValue(gateway.diagnosis);
      bind(Transport).toConstantValue(transport);
      bind(TestMessages).toConstantValue(gateway.testMessages);
      bind(Signals).toConstantValue(new SignalHub().join());
    });
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

  /** Every `message` sent to this conversation's visitor, in order. */
  async posted(conversationId: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    await this.rig.time.settle();
    const conversation = await this.rig.gateway.conversations.find(conversationId);
    const recipient = `"recipient":{"id":${conversation?.visitorId}}`;
    return this.rig.transport.posts
      .filter(({ body }) => body.includes(recipient))
      .map(({ body }) => (JSON.parse(body) as { message: Record<string, unknown> }).message);
  }

  close(): Promise<void> {
    return this.rig.stop();
  }
}
