import "reflect-metadata";
import type { PluginInstance } from "@parley/core";
import { Container, ContainerModule, type ServiceIdentifier } from "inversify";
import { CheckFault, messageOf } from "./check-fault.ts";

/** What an adapter is, as far as its module tells without being opened. */
export interface AdapterFacts {
  readonly instances: readonly InstanceFacts[];
  /** Ports that it binds, in alphabetical order. */
  readonly ports: readonly string[];
  /** Paths on a host that mounts doors. */
  readonly doors: readonly string[];
  /** Version of the contract that it was built for; `null`: it tells none. */
  readonly contract: string | null;
}

interface InstanceFacts {
  readonly name: string;
  /** Keys of its standing entries. */
  readonly standing: readonly string[];
  /** Names of its backends, if it offers several. */
  readonly backends: readonly string[];
}

// The symbols of core, whichever copy the adapter has. This module runs where core's sources cannot be imported.
const prefix = "@parley/core/";
const symbolOf = <Value>(name: string) => Symbol.for(prefix + name) as ServiceIdentifier<Value>;
const Contract = symbolOf<unknown>("ContractVersion");
const Instance = symbolOf<PluginInstance>("PluginInstance");
const Door = symbolOf<object>("Door");
const others = new Set<unknown>([Contract, Instance]);

/**
 * Loads an adapter's module into an empty container. This opens nothing.
 * @throws CheckFault when it cannot be loaded, or binds no port
 */
export async function adapterFacts(adapter: ContainerModule): Promise<AdapterFacts> {
  const container = new Container();
  const bound = new Set<unknown>();
  const recorded = new ContainerModule((options) =>
    adapter.load({
      ...options,
      bind: (token) => {
        bound.add(token);
        return options.bind(token);
      },
    }),
  );
  try {
    await container.loadAsync(recorded);
  } catch (error) {
    throw new CheckFault(`The adapter cannot be loaded: ${messageOf(error)}`);
  }
  const ports = [...bound].flatMap((token) => portName(token) ?? []).toSorted();
  if (ports.length === 0) throw new CheckFault("The adapter binds no port of @parley/core.");
  const instances = allOf(container, Instance);
  const [contract = null] = allOf(container, Contract);
  return {
    instances: instances.map(({ name, standing = [], backends = [] }) => ({
      name,
      standing: standing.map(({ key }) => key),
      backends,
    })),
    ports,
    doors: instances.flatMap(({ name }) =>
      container.isBound(Door, { name }) ? [`/agents/${name}`] : [],
    ),
    contract: contract === null ? null : String(contract),
  };
}

/** `null` for what is no port of core, such as the plugin's own object. */
function portName(token: unknown): string | null {
  if (typeof token !== "symbol" || others.has(token)) return null;
  const key = Symbol.keyFor(token) ?? "";
  return key.startsWith(prefix) ? key.slice(prefix.length) : null;
}

function allOf<Value>(container: Container, token: ServiceIdentifier<Value>): readonly Value[] {
  return container.isBound(token) ? container.getAll(token) : [];
}
