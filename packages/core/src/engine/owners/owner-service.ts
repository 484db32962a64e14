import { defaultBackend } from "../../model/backend-pause.ts";
import type { Owner, OwnerChange } from "../../model/owner.ts";
import type { Signals } from "../../ports/stores/signals.ts";
import type {
  ConversationStore,
  Page,
  PageRequest,
} from "../../ports/stores/conversation-store.ts";
import type { OwnerStore } from "../../ports/stores/owner-store.ts";
import type { Owners, TransitionAnswer, TransitionRequest } from "../../ports/services/owners.ts";
import type { Profile } from "../../protocol/senders/profile.ts";
import { type Refusal, refuse } from "../../protocol/refusals.ts";
import type { AppendAnswer, CommitQueue } from "../commit/commit-queue.ts";
import { storeRefusal } from "../commit/store-refusal.ts";
import type { LeaseBook } from "../dispatch/lease-book.ts";
import type { Observers } from "../observers.ts";
import type { DueCalls } from "../state/due-calls.ts";
import { readTransition } from "./transition-schema.ts";

const topic = "owner-changed";
const newestChanges: PageRequest = { before: null, limit: 50 };

interface OwnerServicePorts {
  readonly store: OwnerStore;
  readonly conversations: ConversationStore;
  readonly queue: Pick<CommitQueue, "append">;
  readonly book: Pick<LeaseBook, "dropEvents">;
  readonly dueCalls: Pick<DueCalls, "abort">;
  readonly signals: Signals;
  readonly observers: Observers;
}

/** Which backends hear of changes, and who gets what without an owner. Known once the backends are connected. */
export interface OwnerRules {
  has(backend: string): boolean;
  listens(backend: string): boolean;
  /** The backend that gets a conversation of the channel. `profile`: what is stored of the visitor. */
  choose(channelId: string, profile: Profile): string;
}

/** Changes the owners of conversations. */
export class OwnerService implements Owners {
  readonly #ports: OwnerServicePorts;
  #rules: OwnerRules = { has: () => false, listens: () => false, choose: () => defaultBackend };
  #unlisten: () => void = () => {};

  constructor(ports: OwnerServicePorts) {
    this.#ports = ports;
  }

  start(rules: OwnerRules): void {
    this.#unlisten();
    this.#rules = rules;
    this.#unlisten = this.#ports.signals.listen(topic, (key) => this.#heard(key));
  }

  stop(): void {
    this.#unlisten();
  }

  async find(conversationId: string): Promise<Owner | null> {
    const conversation = await this.#ports.conversations.find({ id: conversationId });
    return conversation?.owner ?? null;
  }

  /** The backend that gets an event of the conversation: its owner, or else the router's choice. `null`: it is unknown. */
  async receiverOf(conversationId: string): Promise<string | null> {
    const conversation = await this.#ports.conversations.find({ id: conversationId });
    if (conversation === null) return null;
    const { owner, channelId, profile } = conversation;
    return owner.backend ?? this.#rules.choose(channelId, profile);
  }

  history(conversationId: string, page: PageRequest): Promise<Page<OwnerChange>> {
    return this.#ports.store.history(conversationId, page);
  }

  async transition(request: TransitionRequest): Promise<TransitionAnswer> {
    const refusal = readTransition(request);
    if (refusal !== null) return refused(refusal);
    const { conversationId } = request;
    try {
      const before = await this.#ports.conversations.find({ id: conversationId });
      if (before === null) return refused(refuse("unknownConversation"));
      // Who is told depends on the owner before.
      if (before.owner.fence !== request.fence) return refused(refuse("conflict"));
      const from = before.owner.backend;
      const to = request.to.backend;
      if (to !== null && !this.#rules.has(to)) return refused(refuse("unknownBackend"));
      const ifWaiting = to ?? this.#rules.choose(before.channelId, before.profile);
      const { fence, name, by, why } = request;
      const result = await this.#ports.queue.append({
        kind: "owner",
        conversationId,
        fence,
        to: request.to,
        name,
        by,
        why,
        ifWaiting,
        tellsNew: this.#rules.listens(ifWaiting),
        tellsOld: from !== null && this.#rules.listens(from),
      });
      if (result.status === "refused") return refused(refusalOf(result.refusal));
      if (result.status === "stored") await this.#changed(request, from, ifWaiting);
      return { done: true, owner: (await this.find(conversationId)) ?? before.owner };
    } catch (error) {
      return refused(storeRefusal(error));
    }
  }

  /** Another node has changed an owner. */
  #heard(key: string): void {
    const [conversationId = "", fence] = key.split(" ");
    this.#abort(conversationId, Number(fence));
  }

  async #changed(
    request: TransitionRequest,
    from: string | null,
    ifWaiting: string,
  ): Promise<void> {
    const { observers, signals } = this.#ports;
    const { conversationId, fence, name } = request;
    // When it cannot be read back, the change is still stored.
    const given = () => this.#givenUpTo(request, from, ifWaiting).catch(() => null);
    const to = request.to.backend ?? (await given());
    observers.notice({ type: "owner-changed", conversationId, name, from, to });
    if (from === to) return;
    this.#abort(conversationId, fence);
    signals.publish(topic, `${conversationId} ${fence}`);
  }

  /**
   * Who got a conversation that was given up: nobody, or the router's choice because an event waited. When that is the owner,
   * only its assignee has changed. Others may have changed the owner since.
   */
  async #givenUpTo(
    { conversationId, fence }: TransitionRequest,
    from: string | null,
    ifWaiting: string,
  ): Promise<string | null> {
    const { items } = await this.#ports.store.history(conversationId, newestChanges);
    const next = items.find((change) => change.fence === fence + 1)?.to.backend;
    return next === null || next === ifWaiting ? next : from;
  }

  /** What runs for the old owner is refused in the store. Aborting it saves time. @param fence the old owner's */
  #abort(conversationId: string, fence: number): void {
    this.#ports.book.dropEvents(conversationId, fence);
    this.#ports.dueCalls.abort(conversationId);
  }
}

function refused(refusal: Refusal): TransitionAnswer {
  return { done: false, refusal };
}

function refusalOf(refusal: Extract<AppendAnswer, { status: "refused" }>["refusal"]): Refusal {
  switch (refusal) {
    case "stale-fence":
      return refuse("conflict");
    case "earlier-node":
      return refuse("earlierNode");
    default:
      return refuse("unknownConversation");
  }
}
