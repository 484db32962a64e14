import { hash } from "node:crypto";
import { type Append, dedupeWindowMs } from "@parley/core";
import type { SeededRandom } from "../../harness/src/hostile-input/seeded-random.ts";
import type { Language } from "./languages.ts";
import { messageOf, pickLanguage, profileOf } from "./writing.ts";

/** A channel as a conversation's rows name it. */
export interface ChannelName {
  readonly id: string;
  readonly key: string;
}

const agents = ["Ada Brown", "Bruno Silva", "Chidi Okafor"];

/** One conversation, message by message. */
export class Talk {
  readonly id: string;
  readonly #number: number;
  readonly #channel: ChannelName;
  readonly #random: SeededRandom;
  readonly #language: Language;
  #left: number;
  #written = 0;
  #isVisitorsTurn = true;

  constructor(
    run: { readonly seed: number; readonly random: SeededRandom },
    about: { readonly number: number; readonly length: number; readonly channel: ChannelName },
  ) {
    const { number, length, channel } = about;
    this.id = `s${run.seed}-${String(number).padStart(8, "0")}`;
    this.#number = number;
    this.#channel = channel;
    this.#random = run.random;
    this.#language = pickLanguage(run.random);
    this.#left = length;
  }

  get isOver(): boolean {
    return this.#left === 0;
  }

  /** The next message. The first one makes the conversation. */
  next(): Append {
    const messageId = `${this.id}-${this.#written}`;
    const message = messageOf(messageId, this.#language, this.#random);
    const append = this.#isVisitorsTurn
      ? this.#fromVisitor(messageId, message)
      : this.#fromAgent(message);
    this.#written += 1;
    this.#left -= 1;
    this.#isVisitorsTurn = this.#isVisitorNext();
    return append;
  }

  /** Both sides sometimes write twice. One visitor in six has the last word, and waits. */
  #isVisitorNext(): boolean {
    if (this.#left === 1) return this.#random.below(6) === 0;
    return this.#random.below(10) < (this.#isVisitorsTurn ? 3 : 7);
  }

  #fromVisitor(messageId: string, message: string): Append {
    const isFirst = this.#written === 0;
    return {
      kind: "inbound",
      channelKey: this.#channel.key,
      channelId: this.#channel.id,
      visitorKey: this.id,
      visitorId: JSON.stringify(this.id),
      candidateId: this.id,
      backend: "default",
      mayCreate: true,
      profile: isFirst ? profileOf(this.#number, this.#language, this.#random) : {},
      messages: [message],
      identity: {
        messageId: hash("sha256", messageId, "hex"),
        content: hash("sha256", message, "hex"),
        windowMs: dedupeWindowMs,
      },
    };
  }

  #fromAgent(message: string): Append {
    return {
      kind: "outbound",
      conversationId: this.id,
      idempotencyKey: null,
      by: null,
      sender: JSON.stringify({ name: this.#random.pick(agents) }),
      messages: [message],
    };
  }
}
