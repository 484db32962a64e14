import { ContainerModule, type ServiceIdentifier } from "inversify";
import { Bounds } from "./engine/bounds.ts";
import { Doctor } from "./engine/diagnosis/doctor.ts";
import { TestMessageService } from "./engine/diagnosis/test-message-service.ts";
import { Engine } from "./engine/engine.ts";
import {
  type BackendNamesInUse,
  createEngineParts,
  type EngineParts,
} from "./engine/engine-parts.ts";
import { InstanceOutbox } from "./engine/outbound/instance-outbox.ts";
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
import { Diagnostician } from "./ports/services/diagnostician.ts";
import { Digest } from "./ports/platform/digest.ts";
import type { PluginInstance } from "./ports/plugin-instance.ts";
import { PluginState } from "./ports/services/plugin-state.ts";
import { ErasureStore } from "./ports/stores/erasure-store.ts";
import { Logger } from "./ports/platform/logger.ts";
import { MessageStore } from "./ports/stores/message-store.ts";
import { Observer } from "./ports/platform/observer.ts";
import { Outbox } from "./ports/services/outbox.ts";
import { Random } from "./ports/platform/random.ts";
import { Pauses } from "./ports/services/pauses.ts";
import { Readiness } from "./ports/services/readiness.ts";
import { Retention } from "./ports/services/retention.ts";
import { PauseStore } from "./ports/stores/pause-store.ts";
import { RetentionStore } from "./ports/stores/retention-store.ts";
import { Signals } from "./ports/stores/signals.ts";
import { TestMessages } from "./ports/services/test-messages.ts";
import { StateStore } from "./ports/stores/state-store.ts";
import { Timers } from "./ports/platform/timers.ts";
import { Transport } from "./ports/transport.ts";
import { TransportProbe } from "./ports/transport-probe.ts";
import { WorkNotices } from "./ports/stores/work-notices.ts";
import { onlyBackend } from "./engine/owners/own-backends.ts";
import { ConnectedBackends } from "./engine/backends/connected-backends.ts";
import { defaultBackend } from "./model/backend-pause.ts";
import { BackendStore } from "./ports/stores/backend-store.ts";
import { OwnerStore } from "./ports/stores/owner-store.ts";
import { OwnedConversations } from "./ports/services/owned-conversations.ts";
import { OwnBackends } from "./ports/services/own-backends.ts";
import { Owners } from "./ports/services/owners.ts";
import type { CollectedServices } from "./wiring/collected-services.ts";

/** The engine, which the gateway starts and stops. */
export const EngineToken = Symbol.for("@parley/core/Engine") as ServiceIdentifier<Engine>;
export const PartsToken = Symbol.for("@parley/core/Parts") as ServiceIdentifier<EngineParts>;

/**
 * Binds core's services to the ports that adapters bring.
 * The ports that an agent app calls depend only on `Parts`, which does not depend on an agent app. So there is no
 * dependency cycle, although messages flow in both directions.
 */
export function coreModule(
  instances: readonly PluginInstance[],
  backends: BackendNamesInUse,
  collected: CollectedServices,
): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(PartsToken)
      .toResolvedValue(
        (
          messages: MessageStore,
          conversations: ConversationStore,
          channelStore: ChannelStore,
          deadLetterStore: DeadLetterStore,
          deliveryStore: DeliveryStore,
          retentionStore: RetentionStore,
          erasureStore: ErasureStore,
          stateStore: StateStore,
          pauseStore: PauseStore,
          transport: Transport,
          clock: Clock,
          timers: Timers,
          random: Random,
          digest: Digest,
          logger: Logger,
          signals: Signals,
          observers: Observer[],
          bounds: Bounds,
          ownerStore: OwnerStore,
          backendStore: BackendStore,
        ) =>
          createEngineParts(
            {
              messages,
              conversations,
              channelStore,
              deadLetterStore,
              deliveryStore,
              retentionStore,
              erasureStore,
              stateStore,
              pauseStore,
              transport,
              clock,
              timers,
              random,
              digest,
              logger,
              signals,
              observers,
              bounds,
              ownerStore,
              backendStore,
            },
            backends,
          ),
        [
          MessageStore,
          ConversationStore,
          ChannelStore,
          DeadLetterStore,
          DeliveryStore,
          RetentionStore,
          ErasureStore,
          StateStore,
          PauseStore,
          Transport,
          Clock,
          Timers,
          Random,
          Digest,
          Logger,
          Signals,
          { serviceIdentifier: Observer, isMultiple: true },
          Bounds,
          OwnerStore,
          BackendStore,
        ],
      )
      .inSingletonScope();
    bind(EngineToken)
      .toResolvedValue(
        (parts: EngineParts, notices: WorkNotices | undefined) => {
          const { backends: connected, router, due, erasure } = collected;
          return new Engine(parts, {
            backends: new ConnectedBackends(parts, connected, router),
            instances: collected.instances,
            plugins: { due, erasure },
            notices: notices ?? null,
          });
        },
        [PartsToken, { serviceIdentifier: WorkNotices, optional: true }],
      )
      .inSingletonScope();
    const own = collected.router === null ? [defaultBackend] : null;
    for (const { name } of instances) {
      bind(PluginState)
        .toResolvedValue((parts: EngineParts) => parts.pluginState(name), [PartsToken])
        .inSingletonScope()
        .whenNamed(name);
      bind(Outbox)
        .toResolvedValue(
          (parts: EngineParts) =>
            new InstanceOutbox(parts.outbox, { instance: name, backends: own }),
          [PartsToken],
        )
        .inSingletonScope()
        .whenNamed(name);
    }
    bind(Outbox)
      .toResolvedValue(({ outbox }) => outbox, [PartsToken])
      .whenDefault();
    if (collected.router === null) {
      bind(Readiness).toResolvedValue(({ pauses }) => pauses.of(defaultBackend), [PartsToken]);
      bind(OwnBackends).toConstantValue(onlyBackend);
    }
    bind(Pauses).toResolvedValue(({ pauses }) => pauses, [PartsToken]);
    bind(Channels).toResolvedValue(({ registry }) => registry, [PartsToken]);
    bind(ChannelAdmin).toResolvedValue(({ registry }) => registry, [PartsToken]);
    bind(Conversations).toResolvedValue(({ history }) => history, [PartsToken]);
    bind(Owners).toResolvedValue(({ owners }) => owners, [PartsToken]);
    bind(OwnedConversations).toResolvedValue(
      ({ ownedConversations }) => ownedConversations,
      [PartsToken],
    );
    bind(Deliveries).toResolvedValue(({ deliveries }) => deliveries, [PartsToken]);
    bind(Retention).toResolvedValue(({ retention }) => retention, [PartsToken]);
    bind(Diagnosis)
      .toResolvedValue(
        (parts: EngineParts, own: Diagnostician[], probe: TransportProbe | undefined) => {
          const diagnosticians = () => [...own, ...collected.diagnosticians];
          const failOver = collected.router?.failOver ?? {};
          return new Doctor({ parts, diagnosticians, failOver, probe: probe ?? null });
        },
        [
          PartsToken,
          { serviceIdentifier: Diagnostician, isMultiple: true },
          { serviceIdentifier: TransportProbe, optional: true },
        ],
      )
      .inSingletonScope();
    bind(TestMessages)
      .toResolvedValue(
        ({ registry, ports }: EngineParts) => new TestMessageService(registry, ports),
        [PartsToken],
      )
      .inSingletonScope();
    bind(DeadLetters).toResolvedValue(({ deadLetters }) => deadLetters, [PartsToken]);
  });
}
