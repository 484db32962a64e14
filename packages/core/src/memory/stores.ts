import type { BackendStore } from "../ports/stores/backend-store.ts";
import type { ChannelStore } from "../ports/stores/channel-store.ts";
import type { ConversationStore } from "../ports/stores/conversation-store.ts";
import type { DeadLetterStore } from "../ports/stores/dead-letter-store.ts";
import type { DeliveryStore } from "../ports/stores/delivery-store.ts";
import type { ErasureStore } from "../ports/stores/erasure-store.ts";
import type { MessageStore } from "../ports/stores/message-store.ts";
import type { OwnerStore } from "../ports/stores/owner-store.ts";
import type { PauseStore } from "../ports/stores/pause-store.ts";
import type { RetentionStore } from "../ports/stores/retention-store.ts";
import type { StateStore } from "../ports/stores/state-store.ts";
import type { SearchStore } from "../ports/stores/search-store.ts";
import { MemoryBackendStore } from "./backend-store.ts";
import { MemoryChannelStore } from "./channel-store.ts";
import { MemoryConversationStore } from "./conversation-store.ts";
import { MemoryData } from "./data.ts";
import { MemoryDeadLetterStore } from "./dead-letter-store.ts";
import { MemoryDeliveryStore } from "./delivery-store.ts";
import { MemoryErasureStore } from "./erase/erasure-store.ts";
import { MemoryMessageStore } from "./message-store.ts";
import { MemoryOwnerStore } from "./owner-store.ts";
import { MemoryPauseStore } from "./pause-store.ts";
import { MemoryRetentionStore } from "./erase/retention-store.ts";
import { MemorySearchStore } from "./search/search-store.ts";
import { MemoryStateStore } from "./state/state-store.ts";

/** The store ports over one `MemoryData`. */
export interface MemoryStores {
  readonly messages: MessageStore;
  readonly conversations: ConversationStore;
  readonly channels: ChannelStore;
  readonly deadLetters: DeadLetterStore;
  readonly deliveries: DeliveryStore;
  readonly retention: RetentionStore;
  readonly search: SearchStore;
  readonly erasures: ErasureStore;
  readonly state: StateStore;
  readonly pauses: PauseStore;
  readonly owners: OwnerStore;
  readonly backends: BackendStore;
}

/** Options of `createMemoryStores` and `memoryStores`. */
export interface MemoryStoresOptions {
  /** The stored data; by default empty. Stores over the same data share it, as nodes share a database. */
  readonly data?: MemoryData;
  /** Whether another owner is alive and keeps its leases at a `dead` release. By default no owner is. */
  readonly isAlive?: (owner: string) => boolean;
}

/** Several calls over one `MemoryData` simulate several nodes, or one node after a restart. */
export function createMemoryStores(options: MemoryStoresOptions = {}): MemoryStores {
  const data = options.data ?? new MemoryData();
  return {
    messages: new MemoryMessageStore(data, options.isAlive ?? (() => false)),
    conversations: new MemoryConversationStore(data),
    channels: new MemoryChannelStore(data),
    deadLetters: new MemoryDeadLetterStore(data),
    deliveries: new MemoryDeliveryStore(data),
    retention: new MemoryRetentionStore(data),
    search: new MemorySearchStore(data),
    erasures: new MemoryErasureStore(data),
    state: new MemoryStateStore(data),
    pauses: new MemoryPauseStore(data),
    owners: new MemoryOwnerStore(data),
    backends: new MemoryBackendStore(data),
  };
}
