import {
  aBudget,
  aChannel,
  anIdentity,
  anInboundAppend,
  anOutboundAppend,
  aResendAppend,
  delivered,
  failed,
  noLeases,
  type OpenedStores,
  retryAt,
} from "@parley/conformance";
import { writeOwners } from "./owner-history.ts";
import { writePauses } from "./pause-history.ts";
import { readState, writeState } from "./state-history.ts";
import { verdictOn } from "./verdict-on.ts";
import type { Append, Lease, LeaseBudget, Settlement } from "@parley/core";

/** Constant, so that windows and leases are the same whenever a file is opened. */
const writtenAt = 1_700_000_000_000;
const openedAt = writtenAt + 30_000;
const anHour = 3_600_000;
const page = { before: null, limit: 100 } as const;
const [mina, noah, olga] = ["mina", "noah", "olga"].map((visitorKey) =>
  anInboundAppend({ visitorKey, identity: anIdentity(`first of ${visitorKey}`, "hello") }),
) as [InboundSample, InboundSample, InboundSample];
const reply = anOutboundAppend(mina.candidateId, { idempotencyKey: "reply" });

type InboundSample = ReturnType<typeof anInboundAppend>;
type Stores = Omit<OpenedStores, "reopen" | "close">;

/**
 * A few conversations with everything that a schema keeps: delivered, failed and sent again, a dead letter, a retry,
 * heads with others behind them, a parked lane, a report, a notice, a pause, a change of owner, and leases of a node that
 * is gone.
 */
export async function writeHistory(stores: Stores): Promise<void> {
  await stores.channels.save(aChannel());
  const call = (appends: readonly Append[], settlements: readonly Settlement[] = []) =>
    commit(stores, appends, settlements, { seriesPerChannel: 2 });
  const [first, second] = await call([mina, noah, olga]);
  await call([], [verdictOn(first, delivered), verdictOn(second, failed("{}", "[]"))]);
  await call([anInboundAppend({ visitorKey: "mina" }), anInboundAppend({ visitorKey: "mina" })]);
  const [answer] = await call([reply, anOutboundAppend(mina.candidateId)]);
  await call([anOutboundAppend(noah.candidateId), anOutboundAppend(olga.candidateId)]);
  const [next] = await call([], [verdictOn(answer, failed("{}", "[]"))]);
  await call([], [verdictOn(next, retryAt(writtenAt + anHour, "after one attempt"))]);
  await call([aResendAppend(mina.candidateId, sequenceOf(answer))]);
  await writeState(stores, mina.candidateId, writtenAt);
  await writePauses(stores, writtenAt);
  await writeOwners(stores, writtenAt);
}

/** What is in it, as every later version must tell it. */
export async function readHistory(stores: Stores): Promise<unknown> {
  const { items } = await stores.conversations.list(page);
  const messages = await Promise.all(
    items
      .toSorted((a, b) => a.id.localeCompare(b.id))
      .map(async ({ id }) => [
        id,
        (await stores.conversations.messages(id, page)).items.map(
          ({ sequence, direction, state }) => `${sequence} ${direction} ${state}`,
        ),
      ]),
  );
  const letters = (await stores.deadLetters.deadLetters(page)).items;
  const { inbound, outbound, reports } = await stores.deliveries.backlog();
  return {
    channels: (await stores.channels.list()).map(({ id }) => id),
    messages: Object.fromEntries(messages) as unknown,
    deadLetters: letters.map(({ conversationId, sequence }) => `${conversationId}.${sequence}`),
    waiting: { inbound: inbound.waiting, outbound: outbound.waiting, reports: reports.waiting },
  };
}

/** What a search finds in it, once the index is up to date. */
export async function searchHistory({ search }: Stores): Promise<readonly string[]> {
  if (search === null) return [];
  while (!(await search.index(openedAt, 2)).isCaughtUp);
  const { items } = await search.find("hello", page);
  return items
    .map(({ conversation, message }) => `${conversation.id}.${message?.sequence}`)
    .toSorted();
}

/** What a plugin finds in it. Versions before 3 keep nothing for plugins. */
export function stateHistory(stores: Stores): Promise<unknown> {
  return readState(stores, openedAt);
}

/** How another node goes on with it: what it recognises, and what it carries. */
export async function carryOn(stores: Stores): Promise<unknown> {
  await stores.messages.release({ owner: "node-b", scope: "dead" }, openedAt);
  const { appends } = await stores.messages.commit(
    { appends: [mina, reply, anInboundAppend({ visitorKey: "pia" })], settlements: [] },
    openedAt,
    aBudget({ owner: "node-b", ...noLeases }),
  );
  const others = { sales: { inbound: 100, reports: 100, notices: 100 } };
  const budget = aBudget({ owner: "node-b", others });
  const carried: string[] = [];
  let leases = await stores.messages.claim(openedAt + anHour, budget);
  while (leases.length > 0) {
    carried.push(...leases.map(({ lane, head }) => nameOf(lane, head.sequence)));
    const settlements = leases.map((lease) => verdictOn(lease, delivered));
    const batch = { appends: [], settlements };
    ({ leases } = await stores.messages.commit(batch, openedAt + anHour, budget));
  }
  return { answers: appends.map(({ status }) => status), carried: carried.toSorted() };
}

function nameOf({ conversationId, kind }: Lease["lane"], sequence: number): string {
  return `${conversationId} ${kind} ${sequence}`;
}

async function commit(
  stores: Stores,
  appends: readonly Append[],
  settlements: readonly Settlement[],
  budget: Partial<LeaseBudget>,
): Promise<readonly Lease[]> {
  return (await stores.messages.commit({ appends, settlements }, writtenAt, aBudget(budget)))
    .leases;
}

function sequenceOf(lease: Lease | undefined): number {
  if (lease === undefined) throw new Error("the history expected a lease");
  return lease.head.sequence;
}
