import { ManualTime, NodeTime, SeededRandom, testPlatform } from "@parley/conformance";
import { ContainerModule, type ServiceIdentifier } from "inversify";
import { memoryStores } from "../../../src/memory/index.ts";
import { AgentBackend } from "../../../src/ports/agent-backend.ts";
import { Transport } from "../../../src/ports/transport.ts";

export const agent: AgentBackend = {
  availability: async () => 1,
  receive: async () => ({ outcome: "taken" }),
  report: async () => ({ outcome: "taken" }),
};

/** A platform, a store and a transport. */
export const working = (): ContainerModule[] => [
  testPlatform(new NodeTime(new ManualTime()), new SeededRandom(), []),
  memoryStores(),
  binds(Transport, { post: () => Promise.reject(new Error("unused")) }),
];
export const backend = (): ContainerModule => binds(AgentBackend, agent);

export function binds<Service>(
  token: ServiceIdentifier<Service>,
  service: Service,
): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(token).toConstantValue(service);
  });
}

/** Binds what `open` gives when it has got the services that it needs. */
export function opens<Service>(
  token: ServiceIdentifier<Service>,
  open: (needed: readonly unknown[]) => Service | Promise<Service>,
  needs: ServiceIdentifier[] = [],
): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(token)
      .toResolvedValue((...needed: unknown[]) => open(needed), needs)
      .inSingletonScope();
  });
}

/** Several modules as one. */
export function together(...modules: readonly ContainerModule[]): ContainerModule {
  return new ContainerModule(async (options) => {
    for (const module of modules) await module.load(options);
  });
}
