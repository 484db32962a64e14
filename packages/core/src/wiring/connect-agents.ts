import type { Container, ServiceIdentifier } from "inversify";
import type { ConnectedBackend } from "../engine/backends/connected-backend.ts";
import type { EngineParts } from "../engine/engine-parts.ts";
import { defaultBackend } from "../model/backend-pause.ts";
import { AgentBackend } from "../ports/agent-backend.ts";
import { DeliveredListener } from "../ports/delivered-listener.ts";
import { Door } from "../ports/door.ts";
import { DueListener } from "../ports/due-listener.ts";
import { ErasureListener } from "../ports/erasure-listener.ts";
import { OwnerListener } from "../ports/owner-listener.ts";
import { Observer } from "../ports/platform/observer.ts";
import { Diagnostician } from "../ports/services/diagnostician.ts";
import { BackupSource } from "../ports/stores/backup-source.ts";
import { TypingListener } from "../ports/typing-listener.ts";
import { type AgentContainer, namingAgent, storedInstance } from "./agent-container.ts";
import { type BoundService, boundServices } from "./bound-services.ts";
import type { CollectedServices } from "./collected-services.ts";
import { lendServices } from "./lend-services.ts";
import { namedDiagnostician } from "./named-diagnostician.ts";
import type { LoadedAdapters } from "./loaded-adapters.ts";
import { openPorts } from "./open-ports.ts";
import type { DeclaredInstance } from "./plugin-instances.ts";

/** Opens the agent app of a gateway without a router, and collects what the adapters have bound. */
export async function connectSingle(
  container: Container,
  adapters: LoadedAdapters,
  instances: readonly DeclaredInstance[],
  collected: CollectedServices,
): Promise<void> {
  if (collected.router === null)
    collected.backends.push(await connected(container, defaultBackend, null));
  const nameOf = (declared: string | null) => declared;
  await collect(container, adapters, instances, collected, nameOf, null);
  collected.instances.push(...instances.map(({ instance }) => instance));
}

/** Opens the agent apps of a router, each with services of its own. @throws as `openPorts`, naming the agent app */
export async function connectAgents(
  parent: Container,
  agents: readonly AgentContainer[],
  parts: EngineParts,
  collected: CollectedServices,
): Promise<void> {
  const { router } = collected;
  if (router === null) return;
  for (const agent of agents)
    await namingAgent(agent.name, async () => {
      const { container, adapters, declared, backends } = agent;
      await lendServices(parent, agent, parts, router);
      await openPorts(container, adapters, declared, [...backends.keys()]);
      for (const [part, backend] of backends)
        collected.backends.push(await connected(container, backend, part));
      const stored = (name: string | null) => (name === null ? null : (agent.instance ?? name));
      const own = [...backends.values()];
      // Who could read a conversation may have kept something about it.
      const seen = [...own, ...own.flatMap((backend) => router.mayRead[backend] ?? [])];
      await collect(container, adapters, declared, collected, stored, seen);
      const instance = storedInstance(agent);
      if (instance !== null) collected.instances.push(instance);
      collected.observers.push(...(await ownOf(container, Observer)));
      const diagnosticians = await ownOf(container, Diagnostician);
      collected.diagnosticians.push(
        ...(agents.length === 1
          ? diagnosticians
          : diagnosticians.map((one) => namedDiagnostician(agent.name, one))),
      );
      collected.backups.push(...(await ownOf(container, BackupSource)));
    });
}

/** @param part the name under which the module binds this backend; `null`: none */
async function connected(
  container: Container,
  name: string,
  part: string | null,
): Promise<ConnectedBackend> {
  const named = part === null ? {} : { name: part };
  const optional = async <Service extends object>(token: ServiceIdentifier<Service>) =>
    container.isCurrentBound(token, named) ? container.getAsync(token, named) : null;
  return {
    name,
    app: await container.getAsync(AgentBackend, named),
    typing: await optional(TypingListener),
    delivered: await optional(DeliveredListener),
    owner: await optional(OwnerListener),
  };
}

async function collect(
  container: Container,
  adapters: LoadedAdapters,
  instances: readonly DeclaredInstance[],
  { due, erasure, doors }: CollectedServices,
  storedName: (declared: string | null) => string | null,
  backends: readonly string[] | null,
): Promise<void> {
  const of = async <Service extends object>(
    token: ServiceIdentifier<Service>,
  ): Promise<readonly BoundService<Service>[]> => {
    const bound = await boundServices(container, adapters, token, instances);
    return bound.map((one) => ({ ...one, instance: storedName(one.instance) }));
  };
  due.push(...(await of(DueListener)));
  erasure.push(...(await of(ErasureListener)).map((one) => ({ ...one, backends })));
  for (const { service, instance } of await of(Door))
    doors.push({
      name: instance ?? "",
      handle: (request, signal) => service.handle(request, signal),
    });
}

async function ownOf<Service extends object>(
  container: Container,
  token: ServiceIdentifier<Service>,
): Promise<readonly Service[]> {
  return container.isCurrentBound(token) ? container.getAllAsync(token) : [];
}
