import type { MessageStore } from "@parley/core";
import type { LaneLock } from "../stores/lane-lock.ts";
import type { CommitTime } from "../time/commit-time.ts";

/** How `commit` fails: the batch is lost, or it is stored and the answer is lost. */
export type CommitFault = "before" | "after";

/** What goes wrong with commits, as a test decides. */
export interface CommitFaults {
  readonly commits: CommitTime;
  readonly locked: LaneLock;
  readonly commitFault: CommitFault | null;
  readonly poisonedConversation: string | null;
  readonly commitsHeld: Promise<void>;
}

/** The store, whose commits fail as `faults` say at the time. */
export function breakableStore(store: MessageStore, faults: CommitFaults): MessageStore {
  return {
    isRemote: store.isRemote === true,
    commit: async (...call) => {
      await faults.commits.pass();
      if (faults.commitFault === "before") throw new Error("the disk is full");
      const [{ settlements }] = call;
      if (settlements.some(({ lane }) => lane.conversationId === faults.poisonedConversation))
        throw new Error("the row is broken");
      const result = await faults.locked.commit(store, ...call);
      await faults.commitsHeld;
      if (faults.commitFault === "after") throw new Error("the answer was lost");
      return result;
    },
    claim: (...call) => store.claim(...call),
    release: (...call) => store.release(...call),
    nextDueAt: (backend) => store.nextDueAt(backend),
  };
}
