import {
  type Conversation,
  type Conversations,
  type Outbox,
  type Random,
  type Refusal,
  refuse,
  type SendAnswer,
} from "@parley/core";
import { findConversation } from "../find-conversation.ts";
import { earlyRefusal } from "./early-refusal.ts";
import type { PostedMessage } from "./posted-message.ts";
import { isSameMessage, partsOf } from "./same-message.ts";
import type { CopiedMessage, MediaCopies } from "./media-copies.ts";

type Fields = Readonly<Record<string, unknown>>;

interface MessageSenderPorts {
  readonly outbox: Outbox;
  readonly conversations: Conversations;
  /** `null`: links are passed on as they are. */
  readonly copies: MediaCopies | null;
  readonly random: Random;
}

const keyCharacters = 22;

/** Sends what agents write in the app. */
export class MessageSender {
  readonly #ports: MessageSenderPorts;

  constructor(ports: MessageSenderPorts) {
    this.#ports = ports;
  }

  /** Best effort. `null`: it was passed on. @throws the store's error */
  async typing(conversationId: string, type: "typein" | "typeout"): Promise<Refusal | null> {
    const { outbox, conversations } = this.#ports;
    if ((await findConversation(conversations, conversationId)) === null)
      return refuse("unknownConversation");
    outbox.typing(conversationId, type);
    return null;
  }

  /** @throws the store's error */
  async send(posted: PostedMessage): Promise<SendAnswer> {
    const { outbox, conversations } = this.#ports;
    const { conversationId, key, fence } = posted;
    // Core says of a conversation of another agent app that it exists.
    const conversation = await findConversation(conversations, conversationId);
    if (conversation === null) return { accepted: false, refusal: refuse("unknownConversation") };
    const copied = await this.#copied(posted, conversation);
    if (!copied.copied) return { accepted: false, refusal: copied.refusal };
    const { sender, message, warnings } = copied;
    const request = { conversationId, idempotencyKey: key, sender, message, fence };
    const answer = await outbox.send(request);
    if (!answer.accepted) return { accepted: false, refusal: refusalOf(answer.refusal, key) };
    if (key !== null && !(await this.#isSame(posted.conversationId, message, answer)))
      return { accepted: false, refusal: refuse("keyReused") };
    return { ...answer, warnings: [...warnings, ...answer.warnings] };
  }

  async #copied(posted: PostedMessage, conversation: Conversation): Promise<CopiedMessage> {
    const { copies, random } = this.#ports;
    const { conversationId, sender, message } = posted;
    if (copies === null) return { copied: true, sender, message, warnings: [] };
    const refusal = earlyRefusal(posted, conversation);
    if (refusal !== null) return { copied: false, refusal };
    const key = posted.key ?? random.token(keyCharacters);
    return copies.copy({ conversationId, key, sender, message });
  }

  /** Core recognises the key of an earlier message, whatever that one says. */
  async #isSame(
    conversationId: string,
    message: Fields,
    { sequence, warnings }: Extract<SendAnswer, { accepted: true }>,
  ): Promise<boolean> {
    const parts = partsOf(message);
    const page = { before: String(sequence + parts), limit: parts };
    const { items } = await this.#ports.conversations.messages(conversationId, page);
    const stored = items.filter((item) => item.sequence >= sequence);
    return isSameMessage(message, stored, warnings);
  }
}

/** Core's words for a commit of unknown outcome name the visitor's way to repeat a message. */
function refusalOf(refusal: Refusal, key: string | null): Refusal {
  if (refusal.code !== refuse("storeUnavailable").code) return refusal;
  const how =
    key === null
      ? "Without an idempotency key, sending it again may double it."
      : "Sending it again with the same idempotency key is safe.";
  const message = `The commit's outcome is unknown. The message may have been stored. ${how}`;
  return { ...refusal, message };
}
