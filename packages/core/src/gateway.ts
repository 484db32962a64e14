import { Container, type ContainerModule, type ServiceIdentifier } from "inversify";
import "reflect-metadata";
import { Bounds, defaultBounds } from "./engine/bounds.ts";
import { ParleyError } from "./errors.ts";
import { errorName } from "./engine/error-facts.ts";
import { SignalHub } from "./memory/signals.ts";
import { coreModule, EngineToken, PluginListeners } from "./module.ts";
import { Door, type NamedDoor } from "./ports/door.ts";
import { DueListener } from "./ports/due-listener.ts";
import { ErasureListener } from "./ports/erasure-listener.ts";
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
import { Outbox } from "./ports/services/outbox.ts";
import { Retention } from "./ports/services/retention.ts";
import { SearchStore } from "./ports/stores/search-store.ts";
import { Signals } from "./ports/stores/signals.ts";
import { TestMessages } from "./ports/services/test-messages.ts";
import { searchModule } from "./search-module.ts";
import { type BoundService, boundServices } from "./wiring/bound-services.ts";
import { checkPorts } from "./wiring/check-ports.ts";
import { closeWait } from "./wiring/close-wait.ts";
import { LoadedAdapters } from "./wiring/loaded-adapters.ts";
import { declaredInstances } from "./wiring/plugin-instances.ts";
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
   * @throws ParleyError `port-missing` when no adapter binds it
   */
  get<Service>(token: ServiceIdentifier<Service>): Promise<Service>;
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
 * `instance-unknown`, and any `ParleyError` of an adapter
 */
export async function createGateway(...adapters: readonly ContainerModule[]): Promise<Gateway> {
  const container = new Container({ defaultScope: "Singleton" });
  const loaded = new LoadedAdapters(container);
  try {
    await loaded.load(adapters);
    checkPorts(loaded);
    if (!container.isBound(Bounds)) container.bind(Bounds).toConstantValue(defaultBounds);
    if (!container.isBound(Signals))
      container.bind(Signals).toConstantValue(new SignalHub().join());
    if (container.isBound(SearchStore)) loaded.add(searchModule());
    const instances = declaredInstances(container, loaded);
    container.load(coreModule(instances.map(({ instance }) => instance)));
    await openPorts(container, loaded, instances);
    container.bind(PluginListeners).toConstantValue({
      due: await boundServices(container, loaded, DueListener, instances),
      erasure: await boundServices(container, loaded, ErasureListener, instances),
    });
    const doors = await boundServices(container, loaded, Door, instances);
    return await startGateway(container, loaded, doors.map(namedDoor));
  } catch (error) {
    // The caller needs the error of the failed start; an error while closing would hide it.
    await loaded.unload(() => {}, await closeWait(container));
    throw error;
  }
}

async function startGateway(
  container: Container,
  adapters: LoadedAdapters,
  doors: readonly NamedDoor[],
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
    backups: container.isBound(BackupSource) ? await container.getAllAsync(BackupSource) : [],
    doors,
    clock: await container.getAsync(Clock),
    get: async (token) => {
      if (!container.isBound(token)) throw notProvided(token);
      return container.getAsync(token).catch((error: unknown) => {
        heard.add(error);
        throw error;
      });
    },
    ready: () => engine.ready(),
    drain: () => engine.drain(),
    close: once(async () => {
      await engine.stop();
      await adapters.unload((error) => {
        if (heard.has(error)) return;
        logger.warn("an adapter could not be closed cleanly", { error: errorName(error) });
      });
    }),
  };
}

/** A door is bound under a name: `openPorts` has checked it. */
function namedDoor({ service, instance }: BoundService<Door>): NamedDoor {
  return { name: instance ?? "", handle: (request, signal) => service.handle(request, signal) };
}

function notProvided(token: ServiceIdentifier): ParleyError {
  return new ParleyError("port-missing", `No adapter provides ${tokenName(token)}.`);
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => (done ??= work());
}
