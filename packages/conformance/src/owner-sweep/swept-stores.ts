import type { BackendStore, MessageStore } from "@parley/core";
import { LaneChecker } from "../random-store/lane-checker.ts";
import { LaneMemory } from "../random-store/lane-memory.ts";
import type { OpenedStores } from "../stores/store-bench.ts";

/** Stores of which every call is compared with a model of lanes and owners. */
export class SweptStores {
  readonly #memory = new LaneMemory();
  #stores: OpenedStores;
  #messages: MessageStore;

  constructor(stores: OpenedStores) {
    this.#stores = stores;
    this.#messages = new LaneChecker(stores.messages, this.#memory);
  }

  /** How many stored messages are not settled, according to the model. */
  get waiting(): number {
    return this.#memory.waiting;
  }

  get messages(): MessageStore {
    return this.#messages;
  }

  get backends(): BackendStore {
    return this.#stores.backends;
  }

  get conversations(): Pick<OpenedStores["conversations"], "find" | "erase"> {
    const { conversations } = this.#stores;
    return {
      find: (ref) => conversations.find(ref),
      erase: async (id) => {
        const isErased = await conversations.erase(id);
        this.#memory.erased(id);
        return isErased;
      },
    };
  }

  async reopen(): Promise<void> {
    this.#stores = await this.#stores.reopen();
    this.#messages = new LaneChecker(this.#stores.messages, this.#memory);
  }

  close(): Promise<void> {
    return this.#stores.close();
  }
}
