import {
  aBudget,
  anInboundAppend,
  anOwnerAppend,
  noLeases,
  type OpenedStores,
} from "@parley/conformance";

type Stores = Omit<OpenedStores, "reopen" | "close">;

const sven = anInboundAppend({ visitorKey: "sven" });
const page = { before: null, limit: 10 } as const;

/** A second backend, and a conversation that it got with a message that waits. Neither backend has heard of it. */
export async function writeOwners({ backends, messages }: Stores, now: number): Promise<void> {
  await backends.open({ names: ["default", "sales"], takesDefault: null });
  const to = { backend: "sales", assignee: "ada \u0000\ud800" };
  const change = anOwnerAppend(sven.candidateId, to, {
    why: "\u0000\ud800",
    tellsNew: true,
    tellsOld: true,
  });
  const batch = { appends: [sven, change], settlements: [] };
  await messages.commit(batch, now, aBudget(noLeases));
  await backends.saveAnswers({
    backend: "sales",
    revision: 1,
    answeredAt: now,
    failingSince: null,
    failedAt: null,
  });
}

/** Versions from before there were owners know none, and the backend `default` alone. */
export async function readOwners({ owners, backends }: Stores): Promise<unknown> {
  const counts = await owners.counts();
  const { items } = await owners.history(sven.candidateId, page);
  return {
    counts: counts
      .map(({ backend, assignee, conversations }) => `${backend} ${assignee} ${conversations}`)
      .toSorted(),
    history: items.map(({ name, from, to, fence, by, why }) => ({
      name,
      from,
      to,
      fence,
      by,
      why,
    })),
    answers: await backends.answers(),
  };
}
