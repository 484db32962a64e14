import {
  AgentBackend,
  Bounds,
  createGateway,
  defaultBounds,
  type Gateway,
  HttpClient,
  Outbox,
  PluginState,
  Transport,
} from "@parley/core";
import { ContainerModule, type ServiceIdentifier } from "inversify";
import type { GatewayRig, StoreFactory } from "../../gateway/gateway-rig.ts";
import { NodeTime } from "../../time/node-time.ts";
import { testPlatform } from "../../time/test-platform.ts";
import type { ScriptedOutbox } from "../scripted-outbox.ts";
import { loopbackClient } from "./loopback-client.ts";
import { NodeLife } from "./node-life.ts";
import { type NodeStores, openNodeStores } from "./node-stores.ts";
import { stateWithoutTurns, steppedState, watchedBackend } from "./watched-ports.ts";

/** What the nodes of a bench share. */
export interface NodeParts {
  readonly rig: GatewayRig;
  readonly openStores: StoreFactory;
  readonly outbox: ScriptedOutbox;
  /** Whether the gateway hands events to the plugin. Otherwise the suite does, and every turn counts as current. */
  readonly carries: boolean;
}

/** The services of core behind those that the plugin gets. */
type Originals = WeakMap<object, object>;
type Lookup = (token: ServiceIdentifier<unknown>, instance: string | null) => Promise<unknown>;
const Lookup = Symbol("lookup") as ServiceIdentifier<Lookup>;
/** The backend as the plugin binds it. */
const PluginBackend = Symbol("plugin's backend") as ServiceIdentifier<AgentBackend>;

/** A real gateway with the plugin under test, over the data of the bench. It can die, and stand still. */
export class PluginNode {
  readonly life: NodeLife;
  readonly #stores: NodeStores;
  readonly #gateway: Gateway;
  readonly #lookup: Lookup;
  readonly #originals: Originals;

  private constructor(
    life: NodeLife,
    stores: NodeStores,
    gateway: Gateway,
    lookup: Lookup,
    originals: Originals,
  ) {
    this.life = life;
    this.#stores = stores;
    this.#gateway = gateway;
    this.#lookup = lookup;
    this.#originals = originals;
    life.onDeath = () => void stores.close();
  }

  static async start(parts: NodeParts, plugin: ContainerModule): Promise<PluginNode> {
    const { rig, openStores } = parts;
    const time = new NodeTime(rig.time);
    const life = new NodeLife(time);
    const originals: Originals = new WeakMap();
    const stores = await openNodeStores(openStores(), rig.time, life);
    const gateway = await createGateway(
      testPlatform(time, rig.random, rig.log),
      stores.module,
      withOwnBackend(plugin),
      fittings(parts, life, originals),
    );
    return new PluginNode(life, stores, gateway, await gateway.get(Lookup), originals);
  }

  /** A service of the plugin, or one of core as it is without the bench; `null`: it is not bound. */
  async get<Service>(
    token: ServiceIdentifier<Service>,
    instance: string | null,
  ): Promise<Service | null> {
    const isBackend = (token as unknown) === AgentBackend;
    const service = await this.#lookup(isBackend ? PluginBackend : token, instance);
    const original = this.#originals.get(Object(service));
    return (original ?? service) as Service | null;
  }

  /** Closes it, also when it is dead. */
  async close(): Promise<void> {
    await this.life.end();
    await this.#gateway.close();
    await this.#stores.close();
  }
}

/** Puts the plugin's backend under a token of its own, so that the bench can stand in between. */
function withOwnBackend(plugin: ContainerModule): ContainerModule {
  return new ContainerModule((options) =>
    plugin.load({
      ...options,
      bind: (token) =>
        options.bind((token as unknown) === AgentBackend ? (PluginBackend as never) : token),
    }),
  );
}

function fittings(
  { rig, outbox, carries }: NodeParts,
  life: NodeLife,
  originals: Originals,
): ContainerModule {
  const instead = <Service extends object>(own: Service, given: Service): Service => {
    originals.set(given, own);
    return given;
  };
  const none = carries ? {} : { inboundLeases: 0, reportLeases: 0 };
  return new ContainerModule(({ bind, isBound, onActivation }) => {
    bind(Transport).toConstantValue({
      post: (request) => life.outside(() => rig.transport.post(request)),
    });
    bind(HttpClient).toConstantValue(loopbackClient(life));
    bind(Bounds).toConstantValue({ ...defaultBounds, ...none });
    bind(Lookup).toDynamicValue((context) => async (token, instance) => {
      const named = instance === null ? {} : { name: instance };
      return (await context.getAsync(token, { ...named, optional: true })) ?? null;
    });
    if (isBound(PluginBackend))
      bind(AgentBackend).toResolvedValue(
        (backend) => watchedBackend(backend, life),
        [PluginBackend],
      );
    else bind(AgentBackend).toConstantValue(noBackend);
    onActivation(Outbox, (_context, own) => instead(own, outbox.over(own, life)));
    onActivation(PluginState, (_context, own) =>
      instead(own, steppedState(carries ? own : stateWithoutTurns(own), life)),
    );
  });
}

const nobody = (): Promise<never> => Promise.reject(new Error("the plugin binds no AgentBackend"));
const noBackend: AgentBackend = { availability: nobody, receive: nobody, report: nobody };
