import { createHash, createHmac } from "node:crypto";
import {
  AgentBackend,
  Bounds,
  ChannelStore,
  Clock,
  ConversationStore,
  DeadLetterStore,
  DeliveredListener,
  DeliveryStore,
  Digest,
  DueListener,
  ErasureStore,
  type LogFields,
  Logger,
  MessageStore,
  Observer,
  BackendStore,
  OwnerStore,
  PauseStore,
  Random,
  PluginInstance,
  PluginState,
  RetentionStore,
  StateStore,
  Timers,
  Transport,
  TypingListener,
} from "@parley/core";
import { ContainerModule } from "inversify";
import { Draw } from "../plan/draw.ts";
import type { Life } from "./life.ts";
import type { NodeStores } from "./stores/node-stores.ts";
import { SimBackend } from "./sim-backend.ts";
import { pollKey, simInstance, SimPlugin } from "./sim-plugin.ts";
import { SimTransport } from "./sim-transport.ts";
import type { RunContext } from "./run-context.ts";

/** All ports of one process of a node. */
export function simPlatform(world: RunContext, life: Life, stores: NodeStores): ContainerModule {
  const random = new Draw(`${world.plan.seed}/random/${life.name}`);
  return new ContainerModule(({ bind }) => {
    bind(Clock).toConstantValue(life);
    bind(Timers).toConstantValue(life);
    bind(Random).toConstantValue(random);
    bind(Digest).toConstantValue(digest);
    bind(Logger).toConstantValue(loggerOf(world, life));
    bind(Observer).toConstantValue({
      notice: (event) => world.see({ kind: "notice", event }, life),
    });
    bind(MessageStore).toConstantValue(stores.messages);
    bind(ConversationStore).toConstantValue(stores.conversations);
    bind(ChannelStore).toConstantValue(stores.channels);
    bind(DeadLetterStore).toConstantValue(stores.deadLetters);
    bind(DeliveryStore).toConstantValue(stores.deliveries);
    bind(RetentionStore).toConstantValue(stores.retention);
    bind(ErasureStore).toConstantValue(stores.erasures);
    bind(StateStore).toConstantValue(stores.state);
    bind(PauseStore).toConstantValue(stores.pauses);
    bind(OwnerStore).toConstantValue(stores.owners);
    bind(BackendStore).toConstantValue(stores.backends);
    bind(Transport).toConstantValue(new SimTransport(world, life));
    bind(Bounds).toConstantValue(world.plan.bounds);
    if (world.plan.router !== undefined) return;
    const backend = new SimBackend(world, life);
    bind(AgentBackend).toConstantValue(backend);
    bind(TypingListener).toConstantValue(backend);
    if (world.plan.notices?.nodes.includes(life.node) === true)
      bind(DeliveredListener).toConstantValue(backend);
    bind(PluginInstance).toConstantValue({
      name: simInstance,
      standing: [{ key: pollKey, value: null }],
    });
    bind(DueListener)
      .toResolvedValue(
        (state: PluginState) => {
          const plugin = new SimPlugin(world, life, state);
          backend.onReceived = () => plugin.wake();
          return plugin;
        },
        [{ serviceIdentifier: PluginState, name: simInstance }],
      )
      .inSingletonScope()
      .whenNamed(simInstance);
  });
}

export const digest: Digest = {
  of: (text) => createHash("sha256").update(text).digest("hex"),
  equal: (left, right) => left === right,
  mac: (key, text) =>
    createHmac("sha256", Buffer.from(key, "base64")).update(text).digest("base64"),
};

function loggerOf(world: RunContext, life: Life): Logger {
  const write =
    (level: string) =>
    (event: string, fields: LogFields = {}) =>
      world.see({ kind: "log", level, event, fields }, life);
  return {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
  };
}
