import type { Settlement } from "@parley/core";
import { MemoryData } from "@parley/core/memory";
import { appending, type OwnerFlaw, ownerIn, rewriting } from "./flaws.ts";

const each = { inbound: 100, reports: 100, notices: 100 };

export const changesUnderAnyFence = appending((append, data) =>
  append.kind === "owner"
    ? { ...append, fence: ownerIn(data, append.conversationId)?.fence ?? 0 }
    : append,
);

export const sendsUnderAnyFence = appending((append) =>
  "by" in append && append.kind !== "owner" && append.by !== null
    ? { ...append, by: { ...append.by, fence: null } }
    : append,
);

export const sendsForAnybody = appending((append) =>
  append.kind === "outbound" || append.kind === "again" ? { ...append, by: null } : append,
);

/** Looks at the owner before it looks for a repeat. */
export const asksOwnerFirst: OwnerFlaw = rewriting((_, data) => ({
  result: (answer, { appends }) => ({
    ...answer,
    appends: answer.appends.map((one, index) => {
      const append = appends[index];
      if (append?.kind !== "outbound" || append.by === null || one.status !== "repeated")
        return one;
      const { backend = null } = ownerIn(data, append.conversationId) ?? {};
      const isOwner = backend !== null && append.by.backends.includes(backend);
      return isOwner ? one : { status: "refused", refusal: "not-owner" };
    }),
  }),
}));

/** Whoever settles an inbound lane settles it. */
export const keepsOldLeases: OwnerFlaw = rewriting((_, data) => ({
  batch: (batch) => ({
    ...batch,
    settlements: batch.settlements.map((settlement) => ({
      ...settlement,
      token: tokenOf(settlement, data),
    })),
  }),
}));

function tokenOf({ lane, token }: Settlement, data: MemoryData): number {
  const lanes = [...(data.conversations.get(lane.conversationId)?.lanes ?? [])];
  const current = lanes.find(({ kind }) => kind === lane.kind)?.lease?.token;
  return lane.kind === "inbound" ? (current ?? token) : token;
}

/** Gives the new owner the attempts of the old one. */
export const keepsAttempts: OwnerFlaw = (right) => {
  const last = new Map<string, number>();
  return rewriting(() => ({
    lease: (lease) => {
      const { kind, conversationId } = lease.lane;
      if (kind !== "inbound") return lease;
      const key = `${conversationId} ${lease.head.sequence}`;
      const attempt = Math.max(lease.attempt, (last.get(key) ?? 0) + 1);
      last.set(key, attempt);
      return { ...lease, attempt };
    },
  }))(right, new MemoryData());
};

/** Hides the change of a lane while an event waits on it. */
export const tellsBehindEvents: OwnerFlaw = (_, data) => {
  data.lanes.add = (lane) => {
    let held: string | null = null;
    Object.defineProperty(lane, "ownerChange", {
      get: () => (lane.queue.length > 0 ? null : held),
      set: (change: string | null) => {
        held = change;
      },
    });
    return Set.prototype.add.call(data.lanes, lane) as typeof data.lanes;
  };
  return {};
};

export const tellsOnlyWithAnEvent = appending((append, data) => {
  if (append.kind !== "owner") return append;
  const lanes = [...(data.conversations.get(append.conversationId)?.lanes ?? [])];
  return { ...append, tellsNew: append.tellsNew && lanes.some(({ kind }) => kind === "inbound") };
});

/** A change that was tried once is gone. */
export const tellsOnce: OwnerFlaw = (right, data) =>
  rewriting(() => ({
    result: (answer) => {
      for (const lane of data.lanes)
        if (lane.lease === null && lane.attempt > 0 && lane.queue.length > 0)
          lane.ownerChange = null;
      return answer;
    },
  }))(right, data);

export const neverTellsTheOld = appending((append) =>
  append.kind === "owner" ? { ...append, tellsOld: false } : append,
);

/** Reports to whoever owns the conversation now. */
export const reportsToTheOwner: OwnerFlaw = rewriting((_, data) => ({
  batch: (batch) => ({
    ...batch,
    settlements: batch.settlements.map(({ lane, token, verdict }) => {
      const tells = ownerIn(data, lane.conversationId)?.backend ?? "default";
      return { lane, token, verdict: verdict.kind === "retry" ? verdict : { ...verdict, tells } };
    }),
  }),
}));

/** Says of a message that it is the present owner's. */
export const sendsAsTheOwner: OwnerFlaw = rewriting(() => ({
  lease: (lease) =>
    lease.lane.kind === "outbound"
      ? { ...lease, backend: lease.conversation.owner.backend ?? "default" }
      : lease,
}));

export const leasesForEverybody: OwnerFlaw = rewriting(() => ({
  budget: (budget) => ({ ...budget, others: { sales: each, support: each, ...budget.others } }),
}));

/** Gives every backend the numbers of `default`. */
export const countsAllAlike: OwnerFlaw = rewriting(() => ({
  budget: ({ others = {}, ...budget }) => ({
    ...budget,
    others: Object.fromEntries(Object.keys(others).map((name) => [name, budget])),
  }),
}));

export const choosesDefault = appending((append, data) => {
  const isNobodys = (id: string) => ownerIn(data, id)?.backend === null;
  return append.kind === "inbound" && isNobodys(append.candidateId)
    ? { ...append, backend: "default" }
    : append;
});

/** Gives up leases whenever an owner changes, also within a backend. */
export const abortsForAnAssignee: OwnerFlaw = (right) =>
  rewriting(() => ({
    batch: async (batch) => {
      if (batch.appends.some(({ kind }) => kind === "owner"))
        await right.messages.release({ owner: "node-a", scope: "own" }, 0);
      return batch;
    },
  }))(right, new MemoryData());

export const wakesForEverybody: OwnerFlaw = ({ messages }) => ({
  messages: {
    commit: (...call) => messages.commit(...call),
    claim: (...call) => messages.claim(...call),
    release: (...call) => messages.release(...call),
    nextDueAt: () => messages.nextDueAt(),
  },
});

export const resumesDefault: OwnerFlaw = ({ pauses }) => ({
  pauses: {
    pauses: () => pauses.pauses(),
    save: (pause) => pauses.save(pause),
    longestPaused: (limit) => pauses.longestPaused(limit),
    resume: ({ backend: _backend, ...which }, now) => pauses.resume(which, now),
  },
});

export const forgetsChoices: OwnerFlaw = ({ owners }) => ({
  owners: {
    owned: (query, page) => owners.owned(query, page),
    counts: () => owners.counts(),
    history: async (id, page) => {
      const { items, next } = await owners.history(id, page);
      return { items: items.filter(({ name }) => name !== "chosen"), next };
    },
  },
});

/** The reference. */
export const right: OwnerFlaw = () => ({});
