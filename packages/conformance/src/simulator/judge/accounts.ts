import {
  type Append,
  type AppendResult,
  deliveryIdOf,
  isMessageKind,
  type LaneKind,
} from "@parley/core";
import type { ConversationAccount, Delivery } from "./delivery.ts";
import { labelIn } from "../world/label.ts";
import type { Stamp } from "./trace-entry.ts";

type Stored = Exclude<AppendResult, { status: "refused" | "unavailable" }>;

/** A commit: where, when, and the instant that it was passed. */
type Commit = Stamp & { readonly now: number };

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
    if (append.kind === "again") this.#again(stamp, account, append.sequence, result);
    else this.#store(stamp, account, append, result);
  }

  /** The settlement that ends a delivery appends what the agent app is told about it. */
  tell(stamp: Commit, about: Delivery, kind: "reports" | "notices", message: string): void {
    const { conversation, label } = about;
    const id = `${kind === "reports" ? "report" : "notice"}:${about.id}`;
    const draft = { id, sequence: 0, messageSequence: 0, label, message };
    about[kind].push(this.#open(stamp, conversation, kind, draft));
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
      lanes: { inbound: [], outbound: [], reports: [], notices: [] },
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
    sequences.forEach((sequence, index) => {
      const message = append.messages[index] ?? "";
      this.#open(stamp, account, append.kind, {
        id: deliveryIdOf(account.id, sequence),
        sequence,
        messageSequence: sequence,
        label: labelIn(message) ?? "",
        message,
      });
    });
  }

  #again(stamp: Commit, account: ConversationAccount, of: number, { sequences }: Stored): void {
    const earlier = account.newest.get(of);
    const [sequence] = sequences;
    if (earlier === undefined || sequence === undefined) return;
    const { label, message, kind } = earlier;
    const id = deliveryIdOf(account.id, sequence);
    const again = { id, sequence, messageSequence: of, label, message, isAgain: true };
    this.#open(stamp, account, kind, again);
  }

  #open(
    { at, life, now }: Commit,
    conversation: ConversationAccount,
    kind: LaneKind,
    draft: Pick<Delivery, "id" | "sequence" | "messageSequence" | "label" | "message"> &
      Partial<Delivery>,
  ): Delivery {
    const { id } = JSON.parse(draft.message) as { id?: string };
    const delivery: Delivery = {
      messageId: id ?? "",
      recipient: conversation.visitorId,
      isAgain: false,
      ...draft,
      kind,
      conversation,
      committedAt: at,
      committedBy: life,
      acceptedAt: now,
      ahead: conversation.lanes[kind].length,
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
    conversation.lanes[kind].push(delivery);
    if (isMessageKind(kind)) conversation.newest.set(delivery.messageSequence, delivery);
    this.deliveries.push(delivery);
    this.#byId.set(delivery.id, delivery);
    const same = this.#byMessageId.get(delivery.messageId) ?? [];
    this.#byMessageId.set(delivery.messageId, [...same, delivery]);
    return delivery;
  }
}

/** Whether the message is stored, by this append or an earlier one. */
export function isHeld(result: AppendResult): result is Stored {
  return result.status === "stored" || result.status === "repeated";
}
