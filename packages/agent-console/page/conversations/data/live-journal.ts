import type { ConversationView } from "../../../src/conversations/conversation-view.ts";
import type { MessageState, MessageView } from "../../../src/conversations/message-view.ts";
import { mergeConversations, withOwner } from "./list-data.ts";
import { mergeMessages } from "./thread-data.ts";

const messagesLimit = 50;
const threadsLimit = 200;
const statesLimit = 500;
const conversationsLimit = 500;

/**
 * What live events have told lately. An answer that was on its way meanwhile may be older than they are: it is brought
 * up to date before it is shown.
 */
export class LiveJournal {
  /** The newest live messages, by conversation. */
  readonly #messages = new Map<string, readonly MessageView[]>();
  /** The newest state of each message, by `conversation/message`. */
  readonly #states = new Map<string, MessageState>();
  /** Conversations with news, and when in the order of events they came. */
  readonly #conversations = new Map<string, readonly [number, ConversationView]>();
  /** Changes of owner, and when in the order of events they came. */
  readonly #owners = new Map<string, readonly [number, string | null]>();
  /** How far the agent has read, by conversation. */
  readonly #read = new Map<string, number>();
  #position = 0;

  /** The place in the order of events. */
  get position(): number {
    return this.#position;
  }

  hearMessage(conversationId: string, message: MessageView): void {
    const messages = mergeMessages(this.#messages.get(conversationId) ?? [], [message]);
    put(this.#messages, conversationId, messages.slice(-messagesLimit), threadsLimit);
  }

  hearState(conversationId: string, id: string, state: MessageState): void {
    put(this.#states, `${conversationId}/${id}`, state, statesLimit);
  }

  hearConversation(conversation: ConversationView): void {
    this.#position += 1;
    put(
      this.#conversations,
      conversation.id,
      [this.#position, conversation] as const,
      conversationsLimit,
    );
  }

  /** `answeredBy`: name of another agent app; `null`: the console; `away`: the conversation may not be read any more. */
  hearOwner(conversationId: string, answeredBy: string | null): void {
    this.#position += 1;
    put(this.#owners, conversationId, [this.#position, answeredBy] as const, conversationsLimit);
  }

  /** Whether a conversation got another owner after this position. */
  hasNewOwner(conversationId: string, position: number): boolean {
    const [at] = this.#owners.get(conversationId) ?? [0];
    return at > position;
  }

  /** Conversations that were loaded from this position on, with their owners by now. */
  withOwners(
    conversations: readonly ConversationView[],
    position: number,
  ): readonly ConversationView[] {
    return conversations.flatMap((conversation) => {
      const [at, answeredBy] = this.#owners.get(conversation.id) ?? [0, null];
      if (at <= position) return [conversation];
      return answeredBy === "away" ? [] : [withOwner(conversation, answeredBy)];
    });
  }

  hearRead(conversationId: string, upTo: number): void {
    put(this.#read, conversationId, Math.max(this.readUpTo(conversationId), upTo), threadsLimit);
  }

  /** Sequence of the newest message that the agent has read lately; 0 for none. */
  readUpTo(conversationId: string): number {
    return this.#read.get(conversationId) ?? 0;
  }

  /** The newest live messages after this one. */
  messagesAfter(conversationId: string, sequence: number): readonly MessageView[] {
    const heard = this.#messages.get(conversationId) ?? [];
    return heard.filter(({ id }) => Number(id) > sequence);
  }

  has(conversationId: string, id: string): boolean {
    return this.#messages.get(conversationId)?.some((message) => message.id === id) ?? false;
  }

  /** The messages of a loaded thread, with newer live ones. */
  bringUpToDate(conversationId: string, messages: readonly MessageView[]): readonly MessageView[] {
    const from = Number(messages[0]?.id ?? 0);
    const newer = this.messagesAfter(conversationId, from);
    return mergeMessages(newer, messages).map((message) =>
      this.inNewestState(conversationId, message),
    );
  }

  /** The message may have been delivered or failed since it was read. */
  inNewestState(conversationId: string, message: MessageView): MessageView {
    const newer = this.#states.get(`${conversationId}/${message.id}`);
    return newer === undefined || message.state !== "waiting" ? message : { ...message, ...newer };
  }

  /** Conversations with news after this position. */
  conversationsSince(position: number): readonly ConversationView[] {
    const heard = [...this.#conversations.values()].filter(([at]) => at > position);
    return mergeConversations(
      [],
      heard.map(([, conversation]) => conversation),
    );
  }

  /** Forgets an erased conversation. */
  remove(conversationId: string): void {
    this.#messages.delete(conversationId);
    this.#conversations.delete(conversationId);
    this.#read.delete(conversationId);
    for (const key of this.#states.keys()) {
      if (key.startsWith(`${conversationId}/`)) this.#states.delete(key);
    }
  }

  /** Everything is loaded again. */
  clear(): void {
    this.#messages.clear();
    this.#states.clear();
    this.#conversations.clear();
    this.#owners.clear();
    this.#read.clear();
  }
}

/** Forgets the entry that was not written for the longest time. */
function put<Value>(map: Map<string, Value>, key: string, value: Value, limit: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > limit && oldest !== undefined) map.delete(oldest);
}
