import { Container, type ContainerModule, type ServiceIdentifier } from "inversify";
import "reflect-metadata";
import { Bounds, defaultBounds } from "./engine/bounds.ts";
import { ParleyError } from "./errors.ts";
import { errorName } from "./engine/error-facts.ts";
import { SignalHub } from "./memory/signals.ts";
import { coreModule, EngineToken } from "./module.ts";
import { AgentBackend } from "./ports/agent-backend.ts";
import { BackupSource } from "./ports/stores/backup-source.ts";
import { ChannelStore } from "./ports/stores/channel-store.ts";
import { ChannelAdmin, Channels } from "./ports/services/channels.ts";
import { Clock } from "./ports/platform/clock.ts";
import { ConversationStore } from "./ports/stores/conversation-store.ts";
import { Conversations } from "./ports/services/conversations.ts";
import { DeadLetterStore } from "./ports/stores/dead-letter-store.ts";
import { DeadLetters } from "./ports/services/dead-letters.ts";
import { Deliveries } from "./ports/services/deliveries.ts";
import { DeliveryStore } from "./ports/stores/delivery-store.ts";
import { Diagnosis } from "./ports/platform/diagnosis.ts";
import { ErasureStore } from "./ports/stores/erasure-store.ts";
import { Digest } from "./ports/platform/digest.ts";
import type { Inbox } from "./ports/services/inbox.ts";
import { Logger } from "./ports/platform/logger.ts";
import { MessageStore } from "./ports/stores/message-store.ts";
import { Outbox } from "./ports/services/outbox.ts";
import { Random } from "./ports/platform/random.ts";
import { Retention } from "./ports/services/retention.ts";
import { RetentionStore } from "./ports/stores/retention-store.ts";
import { SearchStore } from "./ports/stores/search-store.ts";
import { Signals } from "./ports/stores/signals.ts";
import { TestMessages } from "./ports/services/test-messages.ts";
import { Timers } from "./ports/platform/timers.ts";
import { searchModule } from "./search-module.ts";
import { Transport } from "./ports/transport.ts";

/** A running gateway: the services that hosts mount, and its shutdown. */
export interface Gateway {
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly channels: Channels;
  readonly channelAdmin: ChannelAdmin;
  readonly conversations: Conversations;
  readonly deadLetters: DeadLetters;
  readonly deliveries: Deliveries;
  readonly retention: Retention;
  readonly diagnosis: Diagnosis;
  readonly testMessages: TestMessages;
  /** The files of a backup. Empty when the store's server has its own backup tools. */
  readonly backups: readonly BackupSource[];
  /** The clock of this gateway; every instant that the gateway returns comes from it. */
  readonly clock: Clock;
  /**
   * A service that an adapter binds beside its ports, such as a router. Resolved once.
   * @throws when the token is not bound
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

/** The ports that adapters must bind, and the kind of adapter that binds each. */
const required = [
  [MessageStore, "MessageStore", "a store, such as storeSqlite(…)"],
  [ConversationStore, "ConversationStore", "a store, such as storeSqlite(…)"],
  [ChannelStore, "ChannelStore", "a store, such as storeSqlite(…)"],
  [DeadLetterStore, "DeadLetterStore", "a store, such as storeSqlite(…)"],
  [DeliveryStore, "DeliveryStore", "a store, such as storeSqlite(…)"],
  [RetentionStore, "RetentionStore", "a store, such as storeSqlite(…)"],
  [ErasureStore, "ErasureStore", "a store, such as storeSqlite(…)"],
  [Transport, "Transport", "a transport, such as transportUndici()"],
  [AgentBackend, "AgentBackend", "an agent app, such as agentConsole(…)"],
  [Clock, "Clock", "a platform, such as platformNode()"],
  [Timers, "Timers", "a platform, such as platformNode()"],
  [Random, "Random", "a platform, such as platformNode()"],
  [Digest, "Digest", "a platform, such as platformNode()"],
  [Logger, "Logger", "a platform, such as platformNode()"],
] as const;

/** A store that takes its time from the database binds its own clock. */
const clockHint = ", and platformNode({ clock: false }) beside a store with its own clock";

/**
 * Composes a gateway from adapters and starts it. When it throws, everything that was opened is closed.
 * @throws ParleyError `port-missing`, `port-bound-twice`, and any error of an adapter that fails to open
 */
export async function createGateway(...adapters: readonly ContainerModule[]): Promise<Gateway> {
  const container = new Container({ defaultScope: "Singleton" });
  const loaded = [...adapters];
  const unload = async (onError: (error: unknown) => void) => {
    for (const module of loaded.toReversed()) await container.unloadAsync(module).catch(onError);
  };
  try {
    await checkPorts(adapters);
    await container.loadAsync(...adapters);
    if (!container.isBound(Bounds)) container.bind(Bounds).toConstantValue(defaultBounds);
    if (!container.isBound(Signals))
      container.bind(Signals).toConstantValue(new SignalHub().join());
    if (container.isBound(SearchStore)) {
      const search = searchModule();
      container.load(search);
      loaded.push(search);
    }
    container.load(coreModule());
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
      retention: await container.getAsync(Retention),
      diagnosis: await container.getAsync(Diagnosis),
      testMessages: await container.getAsync(TestMessages),
      backups: container.isBound(BackupSource) ? await container.getAllAsync(BackupSource) : [],
      clock: await container.getAsync(Clock),
      get: (token) =>
        container.getAsync(token).catch((error: unknown) => {
          heard.add(error);
          throw error;
        }),
      ready: () => engine.ready(),
      drain: () => engine.drain(),
      close: once(async () => {
        await engine.stop();
        await unload((error) => {
          if (heard.has(error)) return;
          logger.warn("an adapter could not be closed cleanly", { error: errorName(error) });
        });
      }),
    };
  } catch (error) {
    // The caller needs the error of the failed start; an error while closing would hide it.
    await unload(() => {});
    throw error;
  }
}

/** Loads every adapter into its own container to find the ports it binds. Loading opens nothing. */
async function checkPorts(adapters: readonly ContainerModule[]): Promise<void> {
  const probes = adapters.map(() => new Container());
  for (const [index, adapter] of adapters.entries()) await probes[index]?.loadAsync(adapter);
  for (const [token, name, hint] of required) {
    const bringing = probes.filter((probe) => probe.isBound(token)).length;
    if (bringing === 0) {
      const message = `No adapter provides the port ${name}: pass ${hint} to createGateway.`;
      throw new ParleyError("port-missing", message);
    }
    if (bringing > 1) {
      const message = `${bringing} adapters provide the port ${name}: pass only one of them to createGateway${token === Clock ? clockHint : ""}.`;
      throw new ParleyError("port-bound-twice", message);
    }
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => (done ??= work());
}
