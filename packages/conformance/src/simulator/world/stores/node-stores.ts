import type {
  ChannelStore,
  ConversationStore,
  DeadLetterStore,
  DeliveryStore,
  ErasureStore,
  MessageStore,
  BackendStore,
  OwnerStore,
  PauseStore,
  RetentionStore,
  StateStore,
} from "@parley/core";

/** The store ports as one node sees them. */
export interface NodeStores {
  readonly messages: MessageStore;
  readonly conversations: ConversationStore;
  readonly channels: ChannelStore;
  readonly deadLetters: DeadLetterStore;
  readonly deliveries: DeliveryStore;
  readonly retention: RetentionStore;
  readonly erasures: ErasureStore;
  readonly state: StateStore;
  readonly pauses: PauseStore;
  readonly owners: OwnerStore;
  readonly backends: BackendStore;
}
