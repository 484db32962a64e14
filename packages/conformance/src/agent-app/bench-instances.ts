import {
  AgentBackend,
  Bounds,
  createGateway,
  defaultBounds,
  DueListener,
  type Gateway,
  Outbox,
  PluginInstance,
  PluginState,
  type PluginWrite,
  Transport,
} from "@parley/core";
import { type MemoryData, memoryStores } from "@parley/core/memory";
import { type Container, ContainerModule } from "inversify";
import type { GatewayRig } from "../gateway/gateway-rig.ts";
import { testPlatform } from "../time/test-platform.ts";

/**
 * The state and the due calls of a plugin under test: a second node over the data of the bench. It carries no messages,
 * since the suite hands the events over itself.
 */
export class BenchInstances {
  readonly #gateway: Gateway;

  private constructor(gateway: Gateway) {
    this.#gateway = gateway;
  }

  /** Lends the plugin's container state and outbox for each instance that it declares. `null`: it declares none. */
  static async open(
    plugin: Container,
    data: MemoryData,
    rig: GatewayRig,
    outbox: Outbox,
  ): Promise<BenchInstances | null> {
    if (!plugin.isBound(PluginInstance)) return null;
    const instances = plugin.getAll(PluginInstance);
    for (const { name } of instances) plugin.bind(Outbox).toConstantValue(outbox).whenNamed(name);
    const gateway = await createGateway(
      testPlatform(rig.time, rig.random, rig.log),
      memoryStores({ data, isAlive: () => true }),
      withoutMessages(),
      ...instances.map((instance) => instanceOf(instance, plugin)),
    );
    return new BenchInstances(gateway);
  }

  close(): Promise<void> {
    return this.#gateway.close();
  }
}

function withoutMessages(): ContainerModule {
  const nobody = (): Promise<never> => Promise.reject(new Error("this node carries no messages"));
  return new ContainerModule(({ bind }) => {
    bind(Transport).toConstantValue({ post: nobody });
    bind(AgentBackend).toConstantValue({ availability: nobody, receive: nobody, report: nobody });
    const none = { inboundLeases: 0, outboundLeases: 0, reportLeases: 0 };
    bind(Bounds).toConstantValue({ ...defaultBounds, ...none });
  });
}

/** Declares the instance, and passes its due calls on to the plugin, which gets its state. */
function instanceOf(instance: PluginInstance, plugin: Container): ContainerModule {
  const { name } = instance;
  return new ContainerModule(({ bind }) => {
    bind(PluginInstance).toConstantValue(instance);
    bind(DueListener)
      .toResolvedValue(
        (state: PluginState): DueListener => {
          plugin.bind(PluginState).toConstantValue(withTurns(state)).whenNamed(name);
          return {
            due: async (entry, signal) => {
              if (!plugin.isBound(DueListener, { name })) return { dueAt: null };
              return (await plugin.getAsync(DueListener, { name })).due(entry, signal);
            },
          };
        },
        [{ serviceIdentifier: PluginState, name }],
      )
      .inSingletonScope()
      .whenNamed(name);
  });
}

/** The suite hands events over when their leases are settled, so every turn counts as current. */
function withTurns(state: PluginState): PluginState {
  return {
    get: (key) => state.get(key),
    list: (prefix, page) => state.list(prefix, page),
    wake: (key) => state.wake(key),
    write: (batch) => state.write(batch.map(withoutTurn)),
  };
}

function withoutTurn(write: PluginWrite): PluginWrite {
  const { turn: _turn, ...when } = write.when ?? {};
  return { ...write, when };
}
