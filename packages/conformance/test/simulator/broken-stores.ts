import type { MessageStore } from "@parley/core";
import {
  type FreshSimulatedStores,
  memorySimulatedStores,
  type NodeStores,
} from "@parley/conformance/simulator";

/** The reference stores with one thing wrong in the store of messages. */
export function brokenStores(
  broken: (messages: MessageStore) => Partial<MessageStore>,
): FreshSimulatedStores {
  return async (isAlive) => {
    const sound = await memorySimulatedStores(isAlive);
    return {
      open: async (): Promise<NodeStores> => {
        const stores = await sound.open();
        return { ...stores, messages: { ...bound(stores.messages), ...broken(stores.messages) } };
      },
      close: () => sound.close(),
    };
  };
}

function bound(messages: MessageStore): MessageStore {
  return {
    commit: (...call) => messages.commit(...call),
    claim: (...call) => messages.claim(...call),
    release: (...call) => messages.release(...call),
    nextDueAt: (backend) => messages.nextDueAt(backend),
  };
}

/** Stores that forget the report of what failed. */
export const withoutReports = brokenStores((messages) => ({
  commit: (batch, now, budget) => {
    const settlements = batch.settlements.map((settlement) =>
      settlement.verdict.kind === "failed"
        ? { ...settlement, verdict: { ...settlement.verdict, report: null } }
        : settlement,
    );
    return messages.commit({ ...batch, settlements }, now, budget);
  },
}));
