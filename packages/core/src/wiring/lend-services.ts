import type { Container, ServiceIdentifier } from "inversify";
import type { EngineParts } from "../engine/engine-parts.ts";
import { InstanceOutbox } from "../engine/outbound/instance-outbox.ts";
import { DeliveryService } from "../engine/operations/delivery-service.ts";
import { ownBackends } from "../engine/owners/own-backends.ts";
import { ReadingScope } from "../engine/owners/reading-scope.ts";
import { ScopedConversations } from "../engine/owners/scoped-conversations.ts";
import { ScopedDeadLetters } from "../engine/owners/scoped-dead-letters.ts";
import { ScopedDeliveries } from "../engine/owners/scoped-deliveries.ts";
import { ScopedOwnedConversations, ScopedOwners } from "../engine/owners/scoped-owners.ts";
import { ScopedMediaStore } from "../engine/owners/scoped-media-store.ts";
import { ScopedSearch } from "../engine/owners/scoped-search.ts";
import type { AgentRouter } from "../ports/agent-router.ts";
import { MediaStore } from "../ports/media-store.ts";
import { ChannelAdmin, Channels } from "../ports/services/channels.ts";
import { Conversations } from "../ports/services/conversations.ts";
import { DeadLetters } from "../ports/services/dead-letters.ts";
import { Deliveries } from "../ports/services/deliveries.ts";
import { Outbox } from "../ports/services/outbox.ts";
import { OwnedConversations } from "../ports/services/owned-conversations.ts";
import { OwnBackends } from "../ports/services/own-backends.ts";
import { Owners } from "../ports/services/owners.ts";
import { Pauses } from "../ports/services/pauses.ts";
import { PluginState } from "../ports/services/plugin-state.ts";
import { Readiness } from "../ports/services/readiness.ts";
import { Search } from "../ports/services/search.ts";
import { Diagnosis } from "../ports/platform/diagnosis.ts";
import { Retention } from "../ports/services/retention.ts";
import { TestMessages } from "../ports/services/test-messages.ts";
import type { AgentContainer } from "./agent-container.ts";

/** Services that all agent apps share. They are resolved in the gateway's container: they do not see what an agent app binds. */
const shared: readonly ServiceIdentifier<object>[] = [
  Channels,
  ChannelAdmin,
  Retention,
  Diagnosis,
  TestMessages,
];

/** Gives an agent app of a router services of its own: those that a gateway with one agent app gives. */
export async function lendServices(
  parent: Container,
  agent: AgentContainer,
  parts: EngineParts,
  router: AgentRouter,
): Promise<void> {
  const { container, name, takesDefault, backends } = agent;
  const own = [...backends.values()];
  const read = own.flatMap((backend) => router.mayRead[backend] ?? []);
  const scope = new ReadingScope(own, read, parts.ports.conversations);
  const lend = <Service extends object>(token: ServiceIdentifier<Service>, service: Service) =>
    container.bind(token).toConstantValue(service);
  for (const token of shared) lend(token, await parent.getAsync(token));
  const outbox = new InstanceOutbox(parts.outbox, { instance: agent.instance, backends: own });
  lendOutbox(agent, parts, outbox);
  lendReadiness(agent, parts);
  const { deliveryStore: store, timers, ownerStore, digest } = parts.ports;
  const { queue, owners } = parts;
  const deliveries = new DeliveryService({ store, queue, outbox, owners, timers });
  const owned = parts.ownedConversations;
  const mayAssign = own.some((backend) => router.mayAssign.includes(backend));
  lend(Conversations, new ScopedConversations(parts.history, ownerStore, scope));
  lend(Deliveries, new ScopedDeliveries(deliveries, scope));
  lend(DeadLetters, new ScopedDeadLetters(parts.deadLetters, scope));
  lend(Owners, new ScopedOwners(parts.owners, scope, name, mayAssign));
  lend(OwnedConversations, new ScopedOwnedConversations(owned, scope));
  lend(OwnBackends, ownBackends(scope, parts.backends));
  lend(Pauses, parts.pauses.only(own));
  if (parent.isBound(MediaStore)) {
    const media = await parent.getAsync(MediaStore);
    // Files that were copied before there was a router are found again by their keys.
    const ownKey = (key: string) => (takesDefault ? key : digest.of(`${name}:${key}`));
    lend(MediaStore, new ScopedMediaStore(media, scope, ownKey));
  }
  if (parent.isBound(Search)) {
    // Resolving it starts the index, which only an agent app that searches needs.
    container
      .bind(Search)
      .toDynamicValue(async () => new ScopedSearch(await parent.getAsync(Search), scope))
      .inSingletonScope();
  }
}

/** The outbox and the state under the name that the module declares, and the outbox without a name. */
function lendOutbox(
  { container, declared, instance }: AgentContainer,
  parts: EngineParts,
  outbox: Outbox,
): void {
  container.bind(Outbox).toConstantValue(outbox).whenDefault();
  for (const { instance: own } of declared) {
    container.bind(Outbox).toConstantValue(outbox).whenNamed(own.name);
    const state = parts.pluginState(instance ?? own.name);
    container.bind(PluginState).toConstantValue(state).whenNamed(own.name);
  }
}

/** `ready()` of a module with several backends ends the pauses of all, or of the one by whose name it is injected. */
function lendReadiness({ container, backends }: AgentContainer, parts: EngineParts): void {
  const all = [...backends.values()].map((backend) => parts.pauses.of(backend));
  const readiness: Readiness = {
    ready: (conversationId) =>
      Promise.all(all.map((pauses) => pauses.ready(conversationId))).then(() => {}),
  };
  container.bind(Readiness).toConstantValue(readiness).whenDefault();
  for (const [part, backend] of backends)
    if (part !== null)
      container.bind(Readiness).toConstantValue(parts.pauses.of(backend)).whenNamed(part);
}
