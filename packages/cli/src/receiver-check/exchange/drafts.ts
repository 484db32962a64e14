import { randomBytes } from "node:crypto";
import { agentBody, type MessageType, typingBody } from "@parley/core";
import type { TypingType } from "@parley/core";

/** A body to send, and what is needed to sign it and to find it in an answer. */
export interface Draft {
  /** The body's `message.id`. */
  readonly id: string;
  /** JSON text. */
  readonly body: string;
}

/** A text that starts with a unique mark, which can be found in an answer. */
export interface MarkedText {
  readonly mark: string;
  readonly text: string;
}

/** The parts of a body except its id. */
export interface DraftParts {
  readonly type: Exclude<MessageType, TypingType>;
  readonly [field: string]: unknown;
}

const sender = JSON.stringify({ name: "Parley receiver check" });

/** Builds bodies as the gateway would send them, each with a new id. */
export class Drafts {
  readonly #recipientId: string;

  /** @param recipientId JSON text of the visitor's id */
  constructor(recipientId: string) {
    this.#recipientId = recipientId;
  }

  /** `text` after a unique mark. With `length`, it is repeated up to that many code points. */
  marked(text: string, length?: number): MarkedText {
    const mark = `[${freshId()}]`;
    if (length === undefined) return { mark, text: `${mark} ${text}` };
    return { mark, text: mark + text.repeat((length - mark.length) / text.length) };
  }

  /** A text message. */
  text(text: string, recipientId: string = this.#recipientId): Draft {
    return this.message({ type: "text", text }, recipientId);
  }

  /** A message of any stored type. */
  message(parts: DraftParts, recipientId: string = this.#recipientId): Draft {
    const { type, ...fields } = parts;
    const id = freshId();
    const message = JSON.stringify({ type, id, ...fields });
    return { id, body: agentBody({ sender, recipientId, message }) };
  }

  /** A typing notification. */
  typing(type: TypingType): Draft {
    const id = freshId();
    return { id, body: typingBody(this.#recipientId, type, id) };
  }

  /** A text message with an unknown extra field in every object. */
  future(text: string): Draft {
    const id = freshId();
    const future = { since: "a later version", list: [1, null, { deep: true }] };
    const body = {
      sender: { name: "Parley receiver check", future },
      recipient: { id: null, future },
      message: { type: "text", id, text, future },
      future,
    };
    const recipient = `"recipient":{"id":${this.#recipientId}`;
    return { id, body: JSON.stringify(body).replace('"recipient":{"id":null', () => recipient) };
  }
}

/** Random: a receiver that remembers ids must not take it for a repeat. */
function freshId(): string {
  return `check-${randomBytes(12).toString("base64url")}`;
}
