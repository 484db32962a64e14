import type { Append, AppendResult, Lease, OwnerAppend, OwnerChange } from "@parley/core";
import { type Accounts, type Commit, isHeld } from "./accounts.ts";
import { type ConversationAccount, laneOf } from "./delivery.ts";
import type { Leases } from "./leases.ts";
import type { Stamp } from "./trace-entry.ts";

type SentAppend = Extract<Append, { kind: "outbound" | "again" }>;

/** A change that the store has taken, and who owned the conversation before. */
type TakenChange = Commit & {
  readonly append: OwnerAppend;
  readonly from: string | null;
  /** Whether the fence was raised. */
  readonly isHandedOver: boolean;
};

/** The owner of each conversation according to the store's answers, and answers that break the contract. */
export class OwnerBook {
  /** One sentence for each change that the store took or refused wrongly. */
  readonly changeFaults: string[] = [];
  /** One sentence for each lease of a backend that does not own, or with another owner. */
  readonly leaseFaults: string[] = [];
  /** One sentence for each message that the store took or refused wrongly. */
  readonly sendFaults: string[] = [];
  /** Changes that the store has taken, with the process that made them. */
  readonly changed: TakenChange[] = [];
  readonly #accounts: Accounts;
  readonly #leases: Leases;

  constructor(accounts: Accounts, leases: Leases) {
    this.#accounts = accounts;
    this.#leases = leases;
  }

  /** Checks an append before it takes effect, and applies a change of owner. */
  append(stamp: Commit, append: Append, result: AppendResult | undefined): void {
    if (result === undefined || result.status === "unavailable" || append.kind === "inbound")
      return;
    const account = this.#accounts.all.get(append.conversationId);
    if (account === undefined || account.erasedAt !== null) return;
    if (append.kind === "owner") this.#change(stamp, account, append, result);
    else this.#send(account, append, result);
  }

  lease({ life }: Stamp, { lane, backend, conversation: { owner } }: Lease): void {
    const account = this.#accounts.all.get(lane.conversationId);
    if (account === undefined) return;
    const about = `${life} was leased ${lane.kind} ${lane.conversationId}`;
    if (lane.kind === "inbound" && backend !== account.owner.backend)
      this.leaseFaults.push(`${about} for ${backend}, and ${account.owner.backend} owns it`);
    const [told, known] = [textOf(owner), textOf(account.owner)];
    if (told !== known) this.leaseFaults.push(`${about} as owned by ${told}, not by ${known}`);
  }

  #send(account: ConversationAccount, append: SentAppend, result: AppendResult): void {
    const { by } = append;
    const { backend, fence } = account.owner;
    const isOwner = by === null || (backend !== null && by.backends.includes(backend));
    const isCurrent = by === null || by.fence === null || by.fence === fence;
    const isRefused = result.status === "refused" && result.refusal === "not-owner";
    const about = `${append.kind} of ${by?.backends.join()} under ${by?.fence} in ${account.id}`;
    const owner = `${backend} owns it under ${fence}`;
    if (isRefused && isOwner && isCurrent)
      this.sendFaults.push(`${about} was refused, and ${owner}`);
    if (result.status === "stored" && !(isOwner && isCurrent))
      this.sendFaults.push(`${about} was stored, and ${owner}`);
  }

  #change(
    stamp: Commit,
    account: ConversationAccount,
    append: OwnerAppend,
    result: AppendResult,
  ): void {
    const { owner } = account;
    const about = `${append.name} of ${account.id} under ${append.fence}`;
    const isStale = append.fence !== owner.fence;
    const isRefused = result.status === "refused" && result.refusal === "stale-fence";
    if (isStale !== isRefused)
      this.changeFaults.push(`${about} was ${result.status}, and the fence is ${owner.fence}`);
    if (!isHeld(result)) return;
    const change = changeOf(stamp, account, append);
    if ((change === null) !== (result.status === "repeated"))
      this.changeFaults.push(`${about} was ${result.status}, from ${textOf(owner)}`);
    if (change !== null) this.#take(stamp, account, append, change);
  }

  #take(
    stamp: Commit,
    account: ConversationAccount,
    append: OwnerAppend,
    change: OwnerChange,
  ): void {
    const isHandedOver = change.fence !== account.owner.fence;
    account.owner = { ...change.to, fence: change.fence };
    account.changes.push({ ...change, changedAt: stamp.at, life: stamp.life });
    const { at, life, local, now } = stamp;
    const from = change.from.backend;
    this.changed.push({ at, life, local, now, append, from, isHandedOver });
    if (!isHandedOver) return;
    this.#leases.handOver(stamp.at, account);
    const { id: conversationId, channelId } = account;
    const lastSequence = Math.max(0, ...this.#sequencesOf(account));
    const told = { ...change, conversationId, channelId, lastSequence };
    if (append.tellsNew && change.to.backend !== null)
      this.#accounts.tellChange(stamp, account, told, true);
    if (append.tellsOld && change.from.backend !== null)
      this.#accounts.tellChange(stamp, account, told, false);
  }

  /** Only messages have sequences that the store tells. */
  #sequencesOf(account: ConversationAccount): readonly number[] {
    return this.#accounts.deliveries.flatMap(({ conversation, sequence }) =>
      conversation === account ? [sequence] : [],
    );
  }
}

/** What the store must write; `null`: nothing is to change. */
function changeOf(
  { now }: Commit,
  account: ConversationAccount,
  { to: asked, ifWaiting, name, by, why }: OwnerAppend,
): OwnerChange | null {
  const { backend: before, assignee, fence } = account.owner;
  const isWaiting = laneOf(account, "inbound", "").some(({ change }) => change === null);
  const isChosen = asked.backend === null && isWaiting;
  const to =
    asked.backend === null
      ? { backend: isChosen ? ifWaiting : null, assignee: null }
      : { backend: asked.backend, assignee: asked.assignee };
  const isNew = to.backend !== before;
  if (!isNew && to.assignee === assignee) return null;
  const from = { backend: before, assignee };
  return { at: now, name, from, to, fence: fence + Number(isNew), by, why };
}

function textOf(owner: ConversationAccount["owner"]): string {
  return `${owner.backend} (${owner.assignee}) under ${owner.fence}`;
}
