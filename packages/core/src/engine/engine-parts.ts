import type { ChannelStore } from "../ports/stores/channel-store.ts";
import type { Clock } from "../ports/platform/clock.ts";
import type { ConversationStore } from "../ports/stores/conversation-store.ts";
import type { DeadLetterStore } from "../ports/stores/dead-letter-store.ts";
import type { DeliveryStore } from "../ports/stores/delivery-store.ts";
import type { ErasureStore } from "../ports/stores/erasure-store.ts";
import type { Digest } from "../ports/platform/digest.ts";
import type { Logger } from "../ports/platform/logger.ts";
import type { MessageStore } from "../ports/stores/message-store.ts";
import type { Observer } from "../ports/platform/observer.ts";
import type { BackendStore } from "../ports/stores/backend-store.ts";
import type { OwnerStore } from "../ports/stores/owner-store.ts";
import type { PauseStore } from "../ports/stores/pause-store.ts";
import type { Random } from "../ports/platform/random.ts";
import type { RetentionStore } from "../ports/stores/retention-store.ts";
import type { Signals } from "../ports/stores/signals.ts";
import type { StateStore } from "../ports/stores/state-store.ts";
import type { Timers } from "../ports/platform/timers.ts";
import type { Transport } from "../ports/transport.ts";
import type { OwnedConversations } from "../ports/services/owned-conversations.ts";
import type { PluginState } from "../ports/services/plugin-state.ts";
import { type Bounds, defaultBounds } from "./bounds.ts";
import { ChannelReader } from "./channels/channel-reader.ts";
import { ChannelRegistry } from "./channels/channel-registry.ts";
import { LocalCommitQueue } from "./commit/local-commit-queue.ts";
import { RemoteCommitQueue } from "./commit/remote-commit-queue.ts";
import { DeliveryService } from "./operations/delivery-service.ts";
import { ErasureAnnouncer } from "./operations/erasure-announcer.ts";
import { RetentionService } from "./operations/retention-service.ts";
import { DeadLetterService, ConversationService } from "./operations/conversation-service.ts";
import { UnsettledCalls } from "./inbound/unsettled-calls.ts";
import { LaneActivity } from "./dispatch/lane-activity.ts";
import { LeaseBook } from "./dispatch/lease-book.ts";
import { NextTurn } from "./next-turn.ts";
import { Observers } from "./observers.ts";
import { OwnerService } from "./owners/owner-service.ts";
import { DurableOutbox } from "./outbound/outbox.ts";
import { OutboundTyping } from "./typing/outbound-typing.ts";
import { EndpointClient } from "./outbound/endpoint-client.ts";
import { AnswerMemory } from "./diagnosis/message-answers.ts";
import { QuirkWatch } from "./quirks/quirk-watch.ts";
import { AllPauses } from "./pauses/all-pauses.ts";
import { BackendPauses } from "./pauses/backend-pauses.ts";
import {
  commitFailureTexts,
  pauseFailureTexts,
  StoreFailureLog,
} from "./commit/store-failure-log.ts";
import { StallDetector } from "./dispatch/stall-detector.ts";
import { DueCalls } from "./state/due-calls.ts";
import { EntrySweep } from "./state/entry-sweep.ts";
import { StoredPluginState } from "./state/plugin-state.ts";
import { StateChanges } from "./state/state-changes.ts";

/** All ports that adapters implement, except those of the agent app. */
export interface DrivenPorts {
  readonly messages: MessageStore;
  readonly conversations: ConversationStore;
  readonly channelStore: ChannelStore;
  readonly deadLetterStore: DeadLetterStore;
  readonly deliveryStore: DeliveryStore;
  readonly retentionStore: RetentionStore;
  readonly erasureStore: ErasureStore;
  readonly stateStore: StateStore;
  readonly pauseStore: PauseStore;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly digest: Digest;
  readonly logger: Logger;
  readonly signals: Signals;
  readonly observers: readonly Observer[];
  readonly bounds: Bounds;
  readonly ownerStore: OwnerStore;
  readonly backendStore: BackendStore;
}

const ownerCharacters = 16;

/** The parts that need no agent app, so that an agent app can depend on them, above all on the `Outbox`. */
export type EngineParts = ReturnType<typeof createEngineParts>;

/** Names of the agent apps, and who takes the lanes of one that is not there any more. */
export interface BackendNamesInUse {
  readonly names: readonly string[];
  readonly standIns: Readonly<Record<string, string>>;
}

export function createEngineParts(ports: DrivenPorts, { names, standIns }: BackendNamesInUse) {
  const { messages, conversations, channelStore, deadLetterStore, transport } = ports;
  const { clock, timers, random, digest, logger } = ports;
  // A host may bind the limits of an earlier version, which had fewer.
  const bounds: Bounds = { ...defaultBounds, ...ports.bounds };
  const observers = new Observers(ports.observers, logger);
  const activity = new LaneActivity(clock);
  const book = new LeaseBook(random.token(ownerCharacters), bounds);
  book.offerTo(names, standIns);
  const watch = new StallDetector(clock, timers);
  const Queue = messages.isRemote === true ? RemoteCommitQueue : LocalCommitQueue;
  const queue = new Queue({
    store: messages,
    clock,
    timers,
    book,
    watch,
    observers,
    failureLog: new StoreFailureLog(commitFailureTexts, logger, clock),
    bounds,
  });
  const reader = new ChannelReader(channelStore, clock, digest);
  const endpoint = new EndpointClient(transport, clock, timers, digest);
  const typing = new OutboundTyping({
    conversations,
    channels: reader,
    endpoint,
    activity,
    random,
    clock,
    timers,
    signals: ports.signals,
  });
  const turn = new NextTurn(timers);
  const erasures = new ErasureAnnouncer({ store: ports.erasureStore, clock, timers, logger });
  const changes = new StateChanges();
  const limits = { entries: bounds.pluginEntries, bytes: bounds.pluginBytes };
  const state = { store: ports.stateStore, queue, clock, changes, limits };
  const isShared = messages.isRemote === true;
  const dueCalls = new DueCalls({
    ...state,
    timers,
    random,
    logger,
    signals: ports.signals,
    callLimit: bounds.dueCalls,
    isShared,
  });
  const owners = new OwnerService({
    store: ports.ownerStore,
    conversations,
    queue,
    book,
    dueCalls,
    signals: ports.signals,
    observers,
  });
  const outbox = new DurableOutbox({
    conversations,
    channels: reader,
    queue,
    owners,
    typing,
    activity,
    random,
    observers,
    turn,
  });
  const pausesOf = (backend: string) =>
    new BackendPauses({
      backend,
      standsInFor: Object.keys(standIns).filter((gone) => standIns[gone] === backend),
      store: ports.pauseStore,
      book,
      signals: ports.signals,
      clock,
      timers,
      watch,
      failureLog: new StoreFailureLog(pauseFailureTexts, logger, clock),
      isShared,
    });
  const pauses = new Map(names.map((name) => [name, pausesOf(name)]));
  for (const [gone, name] of Object.entries(standIns)) {
    const own = pauses.get(name);
    if (own !== undefined) pauses.set(gone, own);
  }
  return {
    ports: { ...ports, bounds },
    backends: names,
    standIns,
    owners,
    turn,
    observers,
    activity,
    book,
    watch,
    queue,
    reader,
    endpoint,
    quirks: new QuirkWatch(clock, timers, digest),
    answers: new AnswerMemory(),
    outboundTyping: typing,
    registry: new ChannelRegistry({ store: channelStore, reader, clock, random, digest }),
    ownedConversations: {
      list: (query, page) => ports.ownerStore.owned(query, page),
      counts: () => ports.ownerStore.counts(),
    } satisfies OwnedConversations,
    history: new ConversationService(conversations, channelStore, erasures),
    deliveries: new DeliveryService({
      store: ports.deliveryStore,
      queue,
      outbox,
      owners,
      timers,
    }),
    retention: new RetentionService({ store: ports.retentionStore, clock, timers, erasures }),
    erasures,
    pauses: new AllPauses(ports.pauseStore, pauses),
    dueCalls,
    unsettledCalls: new UnsettledCalls(clock),
    entrySweep: new EntrySweep({ store: ports.retentionStore, clock, timers, logger }),
    pluginState: (instance: string): PluginState => new StoredPluginState(state, instance),
    deadLetters: new DeadLetterService({
      store: deadLetterStore,
      queue,
      owners,
    }),
    outbox,
  };
}
