import {
  ContainerModule,
  type ContainerModuleLoadOptions,
  type ServiceIdentifier,
} from "inversify";
import { ParleyError } from "../errors.ts";
import { Clock } from "../ports/platform/clock.ts";
import { Logger } from "../ports/platform/logger.ts";
import { Random } from "../ports/platform/random.ts";
import { Timers } from "../ports/platform/timers.ts";
import { lentHttpClient } from "../plugins/lent-http-client.ts";
import { HttpClient } from "../ports/http-client.ts";
import { MediaStore } from "../ports/media-store.ts";
import { Conversations } from "../ports/services/conversations.ts";
import { Deliveries } from "../ports/services/deliveries.ts";
import { PluginInstance } from "../ports/plugin-instance.ts";
import { Outbox } from "../ports/services/outbox.ts";
import { PluginState } from "../ports/services/plugin-state.ts";
import { Readiness } from "../ports/services/readiness.ts";
import { ContractVersion } from "./contract-version.ts";
import { originsFault } from "../plugins/origins-fault.ts";
import { isOfInstance, type PluginOf, portsFault, type PortTokens } from "./plugin-ports.ts";

/** What a plugin is made with. State and outbox are those of its instance. */
export interface PluginServices {
  readonly state: PluginState;
  readonly outbox: Outbox;
  /** Of a plugin that offers several backends: ends the pauses of all. */
  readonly readiness: Readiness;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly logger: Logger;
  /** Calls the app: with the address guard, and with the plugin's `allowOrigins`. */
  readonly http: HttpClient;
  /** Copies files of the app; `null`: the gateway has no media store. */
  readonly media: MediaStore | null;
  /** Those that the agent app may read. */
  readonly conversations: Conversations;
  /** Those of conversations that the agent app may read. */
  readonly deliveries: Deliveries;
}

/** What one backend of several is made with. Everything else it has in common with the others. */
export interface BackendServices {
  /** One of `names`. */
  readonly name: string;
  /** Ends pauses of this backend alone. */
  readonly readiness: Readiness;
}

/** Several backends beside others in one gateway, such as two inboxes of one app. They need a router. */
export interface PluginBackends<Ports extends readonly object[], Plugin, Backend> {
  /** As `PluginInstance.backends`. */
  readonly names: readonly string[];
  /** What each of them implements: `AgentBackend`, and listeners that hear of its conversations alone. */
  readonly ports: PortTokens<Ports>;
  /** Makes one of them, once. `plugin`: what all of them share. */
  readonly make: (plugin: Plugin, services: BackendServices) => Backend | Promise<Backend>;
}

/** `Ports`: the ports, in the order of `ports`. */
export interface PluginOptions<
  Ports extends readonly object[],
  Plugin,
  BackendPorts extends readonly object[] = readonly [],
  Backend = object,
> extends Omit<PluginInstance, "backends"> {
  /** Version of the plugin contract that it was built for (`ContractVersion`). Default: none, which is not checked. */
  readonly contract?: string;
  /**
   * What the plugin implements, each once: ports of agent apps, and `Diagnostician`. With `backends`: what they have in
   * common, such as a door.
   */
  readonly ports: PortTokens<Ports>;
  /** Origins of the app, such as `http://desk.internal:3000`, that may be private and without TLS. Default: none. */
  readonly allowOrigins?: readonly string[];
  /** Makes the object behind all ports, once, within the time that adapters have to open. */
  readonly make: (services: PluginServices) => Plugin | Promise<Plugin>;
  /** Default: it is one backend. */
  readonly backends?: PluginBackends<BackendPorts, Plugin, Backend>;
  /** Closes what `make` opened, when the gateway closes. */
  readonly close?: (plugin: Plugin) => void | Promise<void>;
}

/**
 * The adapter of a plugin: binds one object as every port that it implements, under the name of its instance.
 * @throws ParleyError `invalid-option`
 */
export function pluginModule<
  const Ports extends readonly object[],
  Plugin extends object & PluginOf<Ports>,
  const BackendPorts extends readonly object[] = readonly [],
  Backend extends object & PluginOf<BackendPorts> = object & PluginOf<BackendPorts>,
>(options: PluginOptions<Ports, Plugin, BackendPorts, Backend>): ContainerModule {
  const { name, standing = [], contract, make, backends, close = () => {} } = options;
  const allowOrigins = [...(options.allowOrigins ?? [])];
  const ports: readonly ServiceIdentifier<object>[] = options.ports;
  const fault =
    makeFault("make", "the plugin", make) ??
    originsFault(allowOrigins) ??
    backendsFault(backends) ??
    portsFault(ports, backends);
  if (fault !== null) throw new ParleyError("invalid-option", `pluginModule "${name}": ${fault}.`);
  const own = Symbol(`plugin ${name}`) as ServiceIdentifier<Plugin>;
  const state = { serviceIdentifier: PluginState, name } as const;
  const outbox = { serviceIdentifier: Outbox, name } as const;
  return new ContainerModule(({ bind }) => {
    const names = backends === undefined ? {} : { backends: backends.names };
    bind(PluginInstance).toConstantValue({ name, standing, ...names });
    if (contract !== undefined) bind(ContractVersion).toConstantValue(contract);
    const made = bind(own).toResolvedValue(
      (
        ownState: PluginState,
        ownOutbox: Outbox,
        readiness: Readiness,
        clock: Clock,
        timers: Timers,
        random: Random,
        logger: Logger,
        conversations: Conversations,
        deliveries: Deliveries,
        client: HttpClient | undefined,
        media: MediaStore | undefined,
      ) =>
        make({
          state: ownState,
          outbox: ownOutbox,
          readiness,
          clock,
          timers,
          random,
          logger,
          conversations,
          deliveries,
          http: lentHttpClient(client, allowOrigins),
          media: media ?? null,
        }),
      [
        state,
        outbox,
        Readiness,
        Clock,
        Timers,
        Random,
        Logger,
        Conversations,
        Deliveries,
        { serviceIdentifier: HttpClient, optional: true },
        { serviceIdentifier: MediaStore, optional: true },
      ],
    );
    made.inSingletonScope().onDeactivation(close);
    for (const port of ports) {
      const bound = bind(port).toResolvedValue((plugin) => plugin, [own]);
      if (isOfInstance(port)) bound.inSingletonScope().whenNamed(name);
    }
    if (backends !== undefined) bindBackends(bind, own, backends);
  });
}

/** Binds each backend under its name. */
function bindBackends<Ports extends readonly object[], Plugin, Backend extends object>(
  bind: ContainerModuleLoadOptions["bind"],
  own: ServiceIdentifier<Plugin>,
  { names, ports, make }: PluginBackends<Ports, Plugin, Backend>,
): void {
  const all: readonly ServiceIdentifier<object>[] = ports;
  for (const name of names) {
    const one = Symbol(`backend ${name}`) as ServiceIdentifier<Backend>;
    const itsReadiness = { serviceIdentifier: Readiness, name } as const;
    bind(one)
      .toResolvedValue(
        (plugin: Plugin, readiness: Readiness) => make(plugin, { name, readiness }),
        [own, itsReadiness],
      )
      .inSingletonScope();
    for (const port of all)
      bind(port)
        .toResolvedValue((backend) => backend, [one])
        .inSingletonScope()
        .whenNamed(name);
  }
}

function makeFault(path: string, what: string, make: unknown): string | null {
  return typeof make === "function" ? null : `${path} must be a function that gives ${what}`;
}

function backendsFault(backends: unknown): string | null {
  if (backends === undefined) return null;
  const { names, make } = (backends ?? {}) as { readonly names?: unknown; readonly make?: unknown };
  if (!Array.isArray(names) || names.length === 0)
    return "backends.names must list the names of the backends";
  return makeFault("backends.make", "a backend", make);
}
