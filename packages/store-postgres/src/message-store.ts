import {
  type Append,
  type AppendResult,
  type CommitBatch,
  type CommitResult,
  defaultBackend,
  type Lease,
  type LeaseBudget,
  type MessageStore,
  type ReleaseScope,
  type StateBatch,
} from "@parley/core";
import { appendAgain } from "./lanes/append-again.ts";
import { appendInbound } from "./lanes/append-inbound.ts";
import { appendOutbound } from "./lanes/append-outbound.ts";
import { appendOwner } from "./lanes/append-owner.ts";
import { EarlierNodes } from "./schema/earlier-nodes.ts";
import { withCurrentNames } from "@parley/core/sql-store";
import type { BackendNumbers } from "./backends/backend-numbers.ts";
import { changedPlaces } from "./statements/changed-places.ts";
import { ChannelKeys } from "./channels/channel-keys.ts";
import { claim } from "./claims/claim.ts";
import { commitInParts } from "./lanes/commit-parts.ts";
import type { Database } from "./connection/database.ts";
import type { KnownConversations } from "./rows/known-conversations.ts";
import type { Work } from "./lanes/lanes.ts";
import { type NextDue, nextDueOf } from "./claims/next-due.ts";
import { release } from "./lanes/release.ts";
import { giveUpAll, retriesOf, type Retry } from "./claims/retries.ts";
import type { Session } from "./connection/session.ts";
import { factsOf, lockFacts } from "./state/batch-facts.ts";
import { writeBatches } from "./state/write-batches.ts";
import { settle } from "./lanes/settle.ts";
import { statement } from "./statements/statement.ts";
import { isOfRows } from "./connection/store-error.ts";
import { beginWork, type Numbers, saveWork } from "./lanes/work.ts";

/** Lock timeout of a part, after a whole batch has waited; and of an append that is committed again. */
const partLockTimeoutMs = 20;
/** After a whole batch has waited in vain, the next ones use the short timeout for this long. */
const impatienceMs = 1_000;

const probe = statement("update probes set value = 1 - value");

/** `leftDue`: whether a lane is due now that was not leased. */
interface Done {
  readonly result: CommitResult;
  readonly leftDue: boolean;
}

/** `MessageStore` on PostgreSQL. One durable transaction per call, unless other calls have locked some of its rows. */
export class PostgresMessageStore implements MessageStore {
  readonly isRemote = true;
  readonly #database: Database;
  readonly #numbers: Numbers;
  readonly #mayLease: () => boolean;
  readonly #earlierNodes: EarlierNodes;
  #patientFrom = Number.NEGATIVE_INFINITY;

  /** `mayLease`: whether this node's clock is accurate enough to lease. */
  constructor(database: Database, conversations: KnownConversations, mayLease: () => boolean) {
    this.#database = database;
    this.#mayLease = mayLease;
    this.#earlierNodes = new EarlierNodes(database);
    this.#numbers = { channels: new ChannelKeys(database), conversations };
  }

  async commit(batch: CommitBatch, now: number, budget: LeaseBudget): Promise<CommitResult> {
    await this.#database.live(budget.owner);
    const mayChange = await this.#mayChangeOwners(batch);
    return this.#database.guard(() =>
      commitInParts(batch, this.#allowed(budget), (part, left, isPart) =>
        this.#database.backends.knowing(() =>
          this.#commitOnce(part, now, left, isPart || batch.isAgain === true, mayChange),
        ),
      ),
    );
  }

  async claim(now: number, budget: LeaseBudget): Promise<readonly Lease[]> {
    await this.#database.live(budget.owner);
    if (!this.#mayLease()) return [];
    return claim(this.#database, now, budget, this.#numbers.conversations);
  }

  async release(whose: ReleaseScope, now: number): Promise<void> {
    await this.#database.live(whose.owner);
    if (await release(this.#database, whose, now)) this.#database.notices.say();
  }

  nextDueAt(backend = defaultBackend): Promise<NextDue> {
    return nextDueOf(this.#database, this.#database.backends.numbersMeantBy(backend));
  }

  /** Whether the batch may change owners: none does, or no node of a version without owners is running. */
  async #mayChangeOwners({ appends }: CommitBatch): Promise<boolean> {
    return appends.every(({ kind }) => kind !== "owner") || this.#earlierNodes.refuse();
  }

  async #commitOnce(
    batch: CommitBatch,
    now: number,
    budget: LeaseBudget,
    isPart: boolean,
    mayChangeOwners: boolean,
  ): Promise<CommitResult> {
    if (isOfStates(batch)) return this.#writeStates(batch.states, now);
    const isOfRetries = startsNothing(batch);
    const retries = isOfRetries ? retriesOf(batch.settlements, this.#numbers.conversations) : null;
    const isPatient = !isPart && !isOfRetries && now >= this.#patientFrom;
    const lockTimeoutMs = isPatient ? null : partLockTimeoutMs;
    try {
      const inbound = batch.appends.filter((append) => append.kind === "inbound");
      await this.#numbers.channels.learn(inbound, lockTimeoutMs);
      const { result, leftDue } =
        retries === null
          ? await this.#transact(batch, now, budget, lockTimeoutMs, mayChangeOwners)
          : await this.#giveUp(retries, now);
      if (leftDue) this.#database.notices.say();
      this.#forgetSettled(batch, result);
      if (!isPart && !isOfRetries) this.#patientFrom = Number.NEGATIVE_INFINITY;
      return result;
    } catch (error) {
      // If every batch waited in vain, all answers would be late. If none waited, many nodes would starve each other.
      if (isPatient && isOfRows(error)) this.#patientFrom = now + impatienceMs;
      throw error;
    }
  }

  /** Keeps conversations whose lanes this node has leased again. */
  #forgetSettled({ settlements }: CommitBatch, result: CommitResult): void {
    const leased = new Set(result.leases.map(({ lane }) => lane.conversationId));
    for (const [index, { lane }] of settlements.entries()) {
      if (result.settlements[index] !== "settled" || leased.has(lane.conversationId)) continue;
      this.#numbers.conversations.settled(lane.conversationId);
    }
  }

  /** Starts again when a cached conversation is gone. Each time one less is cached. */
  async #transact(
    batch: CommitBatch,
    now: number,
    budget: LeaseBudget,
    lockTimeoutMs: number | null,
    mayChangeOwners: boolean,
  ): Promise<Done> {
    for (;;) {
      const done = await this.#database.transact(
        (session) => this.#run(session, batch, now, budget, mayChangeOwners),
        lockTimeoutMs,
      );
      if (done !== null) return done;
    }
  }

  /** One round trip. Always with a short lock timeout: see `giveUpAll`. */
  async #giveUp(retries: readonly Retry[], now: number): Promise<Done> {
    const { taken } = await this.#database.transact(
      async (session) => ({ taken: giveUpAll(session, retries) }),
      partLockTimeoutMs,
    );
    const places = changedPlaces(await taken);
    const settlements = retries.map((_, place) => (places.has(place) ? "settled" : "stale"));
    const leftDue = retries.some(({ verdict }, place) => places.has(place) && verdict.due <= now);
    return { result: { appends: [], settlements, states: [], leases: [] }, leftDue };
  }

  /** Two round trips: locks and reads, then writes. @throws the database's error */
  async #writeStates(batches: readonly StateBatch[], now: number): Promise<CommitResult> {
    const states = await this.#database.transact(
      (session) => writeBatches(session, batches, lockFacts(session, batches), now),
      null,
    );
    return { appends: [], settlements: [], states, leases: [] };
  }

  #allowed(budget: LeaseBudget): LeaseBudget {
    const none = { inbound: 0, outbound: 0, reports: 0, notices: 0, others: {} };
    return this.#mayLease() ? budget : { ...budget, ...none };
  }

  async #run(
    session: Session,
    given: CommitBatch,
    now: number,
    budget: LeaseBudget,
    mayChangeOwners: boolean,
  ): Promise<Done | null> {
    const batch = withKnownNames(given, session.backends);
    const work = await beginWork(session, batch, now, budget, this.#numbers);
    if (work === null) return null;
    const settlements = batch.settlements.map((settlement) => settle(work, settlement));
    const appends = batch.appends.map((append) => appendOne(work, append, mayChangeOwners));
    if (settlements.length + appends.length === 0) session.run(probe);
    saveWork(session, work);
    const leases = work.grants.leases(work.conversations);
    const states = hasStates(batch)
      ? await writeBatches(session, batch.states, factsOf(work), now)
      : [];
    return { result: { appends, settlements, states, leases }, leftDue: work.grants.leftDue };
  }
}

/** @throws Error for a backend that was never opened, before anything is locked */
function withKnownNames(batch: CommitBatch, { currentName }: BackendNumbers): CommitBatch {
  return {
    ...batch,
    appends: batch.appends.map((append) => withCurrentNames(append, currentName)),
  };
}

function appendOne(work: Work, append: Append, mayChangeOwners: boolean): AppendResult {
  switch (append.kind) {
    case "inbound":
      return appendInbound(work, append);
    case "outbound":
      return appendOutbound(work, append);
    case "again":
      return appendAgain(work, append);
    case "owner":
      return mayChangeOwners
        ? appendOwner(work, append)
        : { status: "refused", refusal: "earlier-node" };
  }
}

/**
 * Whether a batch contains only retries. Nobody waits for them, and locks on their rows say nothing about other rows.
 */
function startsNothing(batch: CommitBatch): boolean {
  const { appends, settlements } = batch;
  return (
    appends.length === 0 &&
    settlements.length > 0 &&
    !hasStates(batch) &&
    settlements.every(({ verdict }) => verdict.kind === "retry")
  );
}

type WithStates = CommitBatch & { readonly states: readonly StateBatch[] };

function hasStates(batch: CommitBatch): batch is WithStates {
  return batch.states !== undefined && batch.states.length > 0;
}

/** Whether a batch holds nothing but what plugins write. */
function isOfStates(batch: CommitBatch): batch is WithStates {
  return batch.appends.length + batch.settlements.length === 0 && hasStates(batch);
}
