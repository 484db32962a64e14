import { ContainerModule, type ServiceIdentifier } from "inversify";
import { ParleyError } from "../errors.ts";
import { AgentBackend } from "../ports/agent-backend.ts";
import { DeliveredListener } from "../ports/delivered-listener.ts";
import { Door } from "../ports/door.ts";
import { DueListener } from "../ports/due-listener.ts";
import { ErasureListener } from "../ports/erasure-listener.ts";
import { OwnerListener } from "../ports/owner-listener.ts";
import { Clock } from "../ports/platform/clock.ts";
import { Logger } from "../ports/platform/logger.ts";
import { PluginInstance } from "../ports/plugin-instance.ts";
import { Diagnostician } from "../ports/services/diagnostician.ts";
import { Outbox } from "../ports/services/outbox.ts";
import { PluginState } from "../ports/services/plugin-state.ts";
import { Readiness } from "../ports/services/readiness.ts";
import { TypingListener } from "../ports/typing-listener.ts";
import { ContractVersion } from "./contract-version.ts";
import { tokenName } from "./token-name.ts";

/** What a plugin is made with. State and outbox are those of its instance. */
export interface PluginServices {
  readonly state: PluginState;
  readonly outbox: Outbox;
  readonly readiness: Readiness;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** An object that implements all of these ports. */
export type PluginOf<Ports extends readonly object[]> = (
  Ports[number] extends infer Port ? (Port extends object ? (port: Port) => void : never) : never
) extends (port: infer All) => void
  ? All
  : never;

/** `Ports`: the ports, in the order of `ports`. */
export interface PluginOptions<Ports extends readonly object[], Plugin> extends PluginInstance {
  /** Version of the plugin contract that it was built for (`ContractVersion`). Default: none, which is not checked. */
  readonly contract?: string;
  /** What the plugin implements, each once: ports of agent apps, and `Diagnostician`. */
  readonly ports: { readonly [Index in keyof Ports]: ServiceIdentifier<Ports[Index]> };
  /** Makes the object behind all ports, once, within the time that adapters have to open. */
  readonly make: (services: PluginServices) => Plugin | Promise<Plugin>;
  /** Closes what `make` opened, when the gateway closes. */
  readonly close?: (plugin: Plugin) => void | Promise<void>;
}

const ofInstance: readonly ServiceIdentifier[] = [ErasureListener, DueListener, Door];
const ofPlugin: readonly ServiceIdentifier[] = [
  AgentBackend,
  TypingListener,
  DeliveredListener,
  OwnerListener,
  Diagnostician,
  ...ofInstance,
];

/**
 * The adapter of a plugin: binds one object as every port that it implements, under the name of its instance.
 * @throws ParleyError `invalid-option`
 */
export function pluginModule<
  const Ports extends readonly object[],
  Plugin extends object & PluginOf<Ports>,
>(options: PluginOptions<Ports, Plugin>): ContainerModule {
  const { name, standing = [], contract, make, close = () => {} } = options;
  const ports: readonly ServiceIdentifier<object>[] = options.ports;
  const fault = faultOf(ports, make);
  if (fault !== null) throw new ParleyError("invalid-option", `pluginModule "${name}": ${fault}.`);
  const own = Symbol(`plugin ${name}`) as ServiceIdentifier<Plugin>;
  const state = { serviceIdentifier: PluginState, name } as const;
  const outbox = { serviceIdentifier: Outbox, name } as const;
  return new ContainerModule(({ bind }) => {
    bind(PluginInstance).toConstantValue({ name, standing });
    if (contract !== undefined) bind(ContractVersion).toConstantValue(contract);
    const made = bind(own).toResolvedValue(
      (...[ownState, ownOutbox, readiness, clock, logger]) =>
        make({ state: ownState, outbox: ownOutbox, readiness, clock, logger }),
      [state, outbox, Readiness, Clock, Logger],
    );
    made.inSingletonScope().onDeactivation(close);
    for (const port of ports) {
      const bound = bind(port).toResolvedValue((plugin) => plugin, [own]);
      if (ofInstance.includes(port)) bound.inSingletonScope().whenNamed(name);
    }
  });
}

function faultOf(ports: unknown, make: unknown): string | null {
  if (typeof make !== "function") return "make must be a function that gives the plugin";
  if (!Array.isArray(ports) || ports.length === 0)
    return "ports must list what the plugin implements, such as AgentBackend";
  const twice = ports.find((port, index) => ports.indexOf(port) < index);
  if (twice !== undefined) return `ports lists ${tokenName(twice)} twice`;
  const other = ports.findIndex((port) => !ofPlugin.includes(port));
  if (other < 0) return null;
  return `ports/${other} must be one of ${ofPlugin.map(tokenName).join(", ")}`;
}
