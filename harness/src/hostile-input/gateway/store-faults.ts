import { ChannelStore, MessageStore } from "@parley/core";
import { ContainerModule } from "inversify";
import type { FaultMode } from "./host-words.ts";

/** Which fault the store has at the moment. */
export interface FaultSwitch {
  mode: FaultMode;
}

/** Stands before the store that is bound, and fails as the switch says. */
export const storeFaults = (faults: FaultSwitch): ContainerModule =>
  new ContainerModule(({ onActivation }) => {
    onActivation(MessageStore, (_context, store) => faultyMessages(store, faults));
    onActivation(ChannelStore, (_context, store) => faultyChannels(store, faults));
  });

function faultyMessages(store: MessageStore, faults: FaultSwitch): MessageStore {
  return {
    async commit(batch, now, budget) {
      if (faults.mode === "commit-fails") throw injected();
      const result = await store.commit(batch, now, budget);
      if (faults.mode === "commit-silent") throw injected();
      return result;
    },
    claim: (now, budget) => store.claim(now, budget),
    release: (whose, now) => store.release(whose, now),
    nextDueAt: (backend) => store.nextDueAt(backend),
  };
}

function faultyChannels(store: ChannelStore, faults: FaultSwitch): ChannelStore {
  return {
    async find(id) {
      if (faults.mode === "channels-unreadable") throw injected();
      return store.find(id);
    },
    list: () => store.list(),
    save: (channel) => store.save(channel),
    remove: (id, now) => store.remove(id, now),
  };
}

function injected(): Error {
  return new Error("injected fault of the store");
}
