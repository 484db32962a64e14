import {
  type Append,
  type AppendResult,
  deliveryIdOf,
  isMessageKind,
  type LaneKind,
  type StoredOwnerChange,
} from "@parley/core";
import { type ConversationAccount, type Delivery, laneOf } from "./delivery.ts";
import { labelIn } from "../world/label.ts";
import { changeId, type Stamp } from "./trace-entry.ts";

type Stored = Exclude<AppendResult, { status: "refused" | "unavailable" }>;

/** A commit: where, when, and the instant that it was passed. */
export type Commit = Stamp & { readonly now: number };

/** The conversations and their appends, according to the store's answers. */
export class Accounts {
  readonly all = new Map<string, ConversationAccount>();
  /** In order of creation. */
  readonly deliveries: Delivery[] = [];
  readonly #byId = new Map<string, Delivery>();
  readonly #byMessageId = new Map<string, Delivery[]>();

  delivery(id: string): Delivery | undefined {
    return this.#byId.get(id);
  }

  withMessageId(messageId: string): readonly Delivery[] {
    return this.#byMessageId.get(messageId) ?? [];
  }

  /** The live conversation of a visitor on a channel, newest channel first. */
  of(channelId: string, visitorKey: string): ConversationAccount | undefined {
    return [...this.all.values()].findLast(
      (account) =>
        account.channelId === channelId &&
        account.visitorKey === visitorKey &&
        account.erasedAt === null,
    );
  }

  append(stamp: Commit, append: Append, result: AppendResult | undefined): void {
    if (result === undefined || !isHeld(result)) return;
    if (append.kind === "inbound") this.#meet(append, result.conversationId);
    if (result.status === "repeated") return;
    const account = this.all.get(result.conversationId);
    if (account === undefined || append.kind === "owner") return;
    if (append.kind === "again") this.#again(stamp, account, append, result);
    else this.#store(stamp, account, append, result);
  }

  /** The settlement that ends a delivery appends what an agent app is told about it. */
  tell(
    stamp: Commit,
    about: Delivery,
    kind: "reports" | "notices",
    message: string,
    backend: string,
  ): void {
    const { conversation, label } = about;
    const id = `${kind === "reports" ? "report" : "notice"}:${about.id}`;
    const draft = { id, sequence: 0, messageSequence: 0, label, message, backend };
    about[kind].push(this.#open(stamp, conversation, kind, draft));
  }

  /** A change of owner that an agent app hears of: the new owner before everything, the old one as a notice. */
  tellChange(
    stamp: Commit,
    conversation: ConversationAccount,
    change: StoredOwnerChange,
    isNewOwner: boolean,
  ): void {
    const id = `owner:${changeId(conversation.id, change.fence, isNewOwner)}`;
    const backend = (isNewOwner ? change.to : change.from).backend ?? "";
    const message = JSON.stringify(change);
    const draft = { id, sequence: 0, messageSequence: 0, label: "", message, backend, change };
    this.#open(stamp, conversation, isNewOwner ? "inbound" : "notices", draft);
  }

  #meet(append: Extract<Append, { kind: "inbound" }>, id: string): void {
    const { channelKey, channelId, visitorKey, visitorId } = append;
    const account = this.all.get(id) ?? {
      id,
      channelKey,
      channelId,
      visitorKey,
      visitorId,
      profile: {},
      erasedAt: null,
      owner: { backend: append.backend, assignee: null, fence: 0 },
      changes: [],
      lanes: new Map<string, Delivery[]>(),
      newest: new Map<number, Delivery>(),
    };
    account.visitorId = visitorId;
    account.profile = { ...account.profile, ...append.profile };
    this.all.set(id, account);
  }

  #store(
    stamp: Commit,
    account: ConversationAccount,
    append: Exclude<Append, { kind: "again" | "owner" }>,
    { sequences }: Stored,
  ): void {
    if (append.kind === "inbound") chooseOwner(stamp, account, append.backend);
    const backend = account.owner.backend ?? nobody;
    sequences.forEach((sequence, index) => {
      const message = append.messages[index] ?? "";
      this.#open(stamp, account, append.kind, {
        id: deliveryIdOf(account.id, sequence),
        sequence,
        messageSequence: sequence,
        label: labelIn(message) ?? "",
        message,
        backend,
      });
    });
  }

  #again(
    stamp: Commit,
    account: ConversationAccount,
    { sequence: of, direction, backend: candidate }: Extract<Append, { kind: "again" }>,
    { sequences }: Stored,
  ): void {
    if (direction === "inbound") chooseOwner(stamp, account, candidate);
    const backend = account.owner.backend ?? nobody;
    const earlier = account.newest.get(of);
    const [sequence] = sequences;
    if (earlier === undefined || sequence === undefined) return;
    const { label, message, kind } = earlier;
    const id = deliveryIdOf(account.id, sequence);
    const again = { id, sequence, messageSequence: of, label, message, backend, isAgain: true };
    this.#open(stamp, account, kind, again);
  }

  #open(
    { at, life, now }: Commit,
    conversation: ConversationAccount,
    kind: LaneKind,
    draft: Pick<Delivery, "id" | "sequence" | "messageSequence" | "label" | "message" | "backend"> &
      Partial<Delivery>,
  ): Delivery {
    const { id } = JSON.parse(draft.message) as { id?: string };
    const lane = laneOf(conversation, kind, draft.backend);
    const isFirst = kind === "inbound" && draft.change !== undefined;
    const delivery: Delivery = {
      messageId: id ?? "",
      recipient: conversation.visitorId,
      isAgain: false,
      change: null,
      ...draft,
      kind,
      conversation,
      committedAt: at,
      committedBy: life,
      acceptedAt: now,
      ahead: isFirst ? 0 : lane.length,
      state: "waiting",
      settledAt: null,
      settledNow: null,
      settledBy: null,
      reason: null,
      description: undefined,
      reports: [],
      notices: [],
      grants: [],
      posts: [],
      calls: [],
    };
    if (isFirst) lane.unshift(delivery);
    else lane.push(delivery);
    if (isMessageKind(kind) && delivery.change === null)
      conversation.newest.set(delivery.messageSequence, delivery);
    this.deliveries.push(delivery);
    this.#byId.set(delivery.id, delivery);
    const same = this.#byMessageId.get(delivery.messageId) ?? [];
    this.#byMessageId.set(delivery.messageId, [...same, delivery]);
    return delivery;
  }
}

/** The sender of what the gateway sends in a conversation of nobody, as in the store. */
const nobody = "default";

/** A visitor's message gives a conversation that nobody owns to a backend. */
function chooseOwner(
  { at, life, now }: Commit,
  account: ConversationAccount,
  backend: string,
): void {
  const { owner } = account;
  if (owner.backend !== null) return;
  const fence = owner.fence + 1;
  const to = { backend, assignee: null };
  account.owner = { ...to, fence };
  const from = { backend: null, assignee: owner.assignee };
  const change = { at: now, name: "chosen", from, to, fence, by: "gateway", why: null };
  account.changes.push({ ...change, changedAt: at, life });
}

/** Whether the message is stored, by this append or an earlier one. */
export function isHeld(result: AppendResult): result is Stored {
  return result.status === "stored" || result.status === "repeated";
}
