import { Container, type ContainerModule, type ServiceIdentifier } from "inversify";
import "reflect-metadata";
import { Bounds, defaultBounds } from "./engine/bounds.ts";
import { ParleyError } from "./errors.ts";
import { errorName } from "./engine/error-facts.ts";
import { SignalHub } from "./memory/signals.ts";
import { defaultBackend } from "./model/backend-pause.ts";
import { coreModule, EngineToken, PartsToken } from "./module.ts";
import { AgentRouter } from "./ports/agent-router.ts";
import type { NamedDoor } from "./ports/door.ts";
import { BackupSource } from "./ports/stores/backup-source.ts";
import { ChannelAdmin, Channels } from "./ports/services/channels.ts";
import { Clock } from "./ports/platform/clock.ts";
import { Conversations } from "./ports/services/conversations.ts";
import { DeadLetters } from "./ports/services/dead-letters.ts";
import { Deliveries } from "./ports/services/deliveries.ts";
import { Diagnosis } from "./ports/platform/diagnosis.ts";
import type { Inbox } from "./ports/services/inbox.ts";
import { Logger } from "./ports/platform/logger.ts";
import { Pauses } from "./ports/services/pauses.ts";
import { OwnedConversations } from "./ports/services/owned-conversations.ts";
import { Owners } from "./ports/services/owners.ts";
import { Outbox } from "./ports/services/outbox.ts";
import { Retention } from "./ports/services/retention.ts";
import { SearchStore } from "./ports/stores/search-store.ts";
import { Signals } from "./ports/stores/signals.ts";
import { TestMessages } from "./ports/services/test-messages.ts";
import { searchModule } from "./search-module.ts";
import { type AgentContainer, loadAgents } from "./wiring/agent-container.ts";
import { checkPorts } from "./wiring/check-ports.ts";
import { type CollectedServices, nothingCollected } from "./wiring/collected-services.ts";
import { connectAgents, connectSingle } from "./wiring/connect-agents.ts";
import { closeWait } from "./wiring/close-wait.ts";
import { LoadedAdapters } from "./wiring/loaded-adapters.ts";
import { checkOneBackend, declaredInstances } from "./wiring/plugin-instances.ts";
import { openPorts } from "./wiring/open-ports.ts";
import { tokenName } from "./wiring/token-name.ts";

/** A running gateway: the services that hosts mount, and its shutdown. */
export interface Gateway {
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly channels: Channels;
  readonly channelAdmin: ChannelAdmin;
  readonly conversations: Conversations;
  readonly deadLetters: DeadLetters;
  readonly deliveries: Deliveries;
  readonly pauses: Pauses;
  readonly owners: Owners;
  readonly ownedConversations: OwnedConversations;
  /** Names of the agent apps, as owners of conversations have them: `default` alone without a router. */
  readonly backends: readonly string[];
  readonly retention: Retention;
  readonly diagnosis: Diagnosis;
  readonly testMessages: TestMessages;
  /** The files of a backup. Empty when the store's server has its own backup tools. */
  readonly backups: readonly BackupSource[];
  /** The HTTP entrances of plugins, in the order of their adapters. Mount them with `doorsNode` or `doorsExpress`. */
  readonly doors: readonly NamedDoor[];
  /** The clock of this gateway; every instant that the gateway returns comes from it. */
  readonly clock: Clock;
  /**
   * A service that an adapter binds beside its ports, such as a router. Resolved once.
   * @param agentApp name of the agent app that binds it; needed where several do
   * @throws ParleyError `port-missing` when nobody binds it, `port-bound-twice` when several agent apps do
   */
  get<Service>(token: ServiceIdentifier<Service>, agentApp?: string): Promise<Service>;
  /** Whether the dispatcher runs and the store can write. For a readiness probe. */
  ready(): Promise<boolean>;
  /**
   * First step of a shutdown: `ready` turns `false`, and no new lease is taken. Close the listeners next, then call
   * `close`.
   */
  drain(): void;
  /**
   * Waits at most 8 s for attempts in flight, releases the other leases, and closes what the adapters opened.
   * Never throws: when an adapter fails to close, the error is logged and the other adapters are still closed.
   */
  close(): Promise<void>;
}

/**
 * Composes a gateway from adapters and starts it. When it throws, everything that was opened is closed.
 * @throws ParleyError that names the adapter by its position, counted from 1: `not-an-adapter`,
 * `adapter-passed-twice`, `adapter-failed`, `adapter-not-opened`, `port-missing`, `port-bound-twice`,
 * `port-incomplete`, `contract-version-unsupported`, `instance-invalid`, `instance-name-taken`,
 * `instance-unknown`, `router-invalid`, `owner-missing`, `earlier-node-running`, and any `ParleyError` of an adapter
 */
export async function createGateway(...adapters: readonly ContainerModule[]): Promise<Gateway> {
  const container = new Container({ defaultScope: "Singleton" });
  const loaded = new LoadedAdapters(container);
  let agents: readonly AgentContainer[] = [];
  try {
    await loaded.load(adapters);
    const instances = declaredInstances(container, loaded);
    checkOneBackend(instances);
    checkPorts(loaded);
    const router = container.isBound(AgentRouter) ? container.get(AgentRouter) : null;
    if (!container.isBound(Bounds)) container.bind(Bounds).toConstantValue(defaultBounds);
    if (!container.isBound(Signals))
      container.bind(Signals).toConstantValue(new SignalHub().join());
    if (container.isBound(SearchStore)) loaded.add(searchModule());
    agents = router === null ? [] : await loadAgents(container, router, instances);
    const names = agents.flatMap(({ backends }) => [...backends.values()]);
    const collected = nothingCollected(router);
    container.load(
      coreModule(
        instances.map(({ instance }) => instance),
        { names: router === null ? [defaultBackend] : names, standIns: router?.reassign ?? {} },
        collected,
      ),
    );
    await openPorts(container, loaded, instances);
    await connectSingle(container, loaded, instances, collected);
    const parts = await container.getAsync(PartsToken);
    await connectAgents(container, agents, parts, collected);
    parts.observers.add(...collected.observers);
    return await startGateway(container, [loaded, ...agents.map(({ adapters: own }) => own)], {
      ...collected,
      agents,
    });
  } catch (error) {
    // The caller needs the error of the failed start; an error while closing would hide it.
    const wait = await closeWait(container);
    for (const agent of agents.toReversed()) await agent.adapters.unload(() => {}, wait);
    await loaded.unload(() => {}, wait);
    throw error;
  }
}

/** What a gateway hands out. */
interface Connected extends Pick<CollectedServices, "doors" | "backups" | "backends"> {
  readonly agents: readonly AgentContainer[];
}

async function startGateway(
  container: Container,
  adapters: readonly LoadedAdapters[],
  { doors, backups, backends, agents }: Connected,
): Promise<Gateway> {
  const engine = await container.getAsync(EngineToken);
  const logger = await container.getAsync(Logger);
  // Unloading throws the errors of failed services again. The caller of `get` has already received them.
  const heard = new Set<unknown>();
  await engine.start();
  return {
    inbox: engine.inbox,
    outbox: await container.getAsync(Outbox),
    channels: await container.getAsync(Channels),
    channelAdmin: await container.getAsync(ChannelAdmin),
    conversations: await container.getAsync(Conversations),
    deadLetters: await container.getAsync(DeadLetters),
    deliveries: await container.getAsync(Deliveries),
    pauses: await container.getAsync(Pauses),
    retention: await container.getAsync(Retention),
    diagnosis: await container.getAsync(Diagnosis),
    testMessages: await container.getAsync(TestMessages),
    backups: [
      ...(container.isBound(BackupSource) ? await container.getAllAsync(BackupSource) : []),
      ...backups,
    ],
    owners: await container.getAsync(Owners),
    ownedConversations: await container.getAsync(OwnedConversations),
    backends: backends.map(({ name }) => name),
    doors,
    clock: await container.getAsync(Clock),
    get: async (token, agentApp) => {
      const provider = providerOf(token, agentApp, container, agents);
      return provider.getAsync(token).catch((error: unknown) => {
        heard.add(error);
        throw error;
      });
    },
    ready: () => engine.ready(),
    drain: () => engine.drain(),
    close: once(async () => {
      await engine.stop();
      for (const one of adapters.toReversed())
        await one.unload((error) => {
          if (heard.has(error)) return;
          logger.warn("an adapter could not be closed cleanly", { error: errorName(error) });
        });
    }),
  };
}

/** @throws ParleyError `port-missing`, `port-bound-twice` */
function providerOf(
  token: ServiceIdentifier,
  agentApp: string | undefined,
  container: Container,
  agents: readonly AgentContainer[],
): Container {
  if (agentApp === undefined && container.isBound(token)) return container;
  const all = agents.filter(({ container: own }) => own.isCurrentBound(token));
  const found = all.filter(({ name }) => agentApp === undefined || name === agentApp);
  const [only] = found;
  if (only === undefined) throw notProvided(token, agentApp);
  if (found.length > 1) throw providedTwice(token, found);
  return only.container;
}

function notProvided(token: ServiceIdentifier, agentApp: string | undefined): ParleyError {
  const who = agentApp === undefined ? "No adapter" : `No agent app "${agentApp}"`;
  return new ParleyError("port-missing", `${who} provides ${tokenName(token)}.`);
}

function providedTwice(token: ServiceIdentifier, found: readonly AgentContainer[]): ParleyError {
  const names = found.map(({ name }) => `"${name}"`).join(" and ");
  const message = `The agent apps ${names} provide ${tokenName(token)}: say which one is meant.`;
  return new ParleyError("port-bound-twice", message);
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => (done ??= work());
}
