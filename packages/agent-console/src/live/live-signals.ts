import type { Signals } from "@parley/core";
import type { LiveEvent } from "./live-event.ts";

/** A signal to other nodes. It carries only ids; the receivers read the rest. `session`: a session has ended. */
export type LiveTopic = Exclude<LiveEvent["type"], "signed-out" | "reset"> | "session" | PageTopic;

/** A session's page has opened its stream, or its last page has gone. */
export type PageTopic = "page-opened" | "page-gone";

/** Sends events about this node's pages to other nodes, and receives theirs. */
export class LiveSignals {
  readonly #signals: Signals;
  readonly #suffix: string;

  /** `name`: the console's in a router, where it may not be the only console; `null`: it is the only one. */
  constructor(signals: Signals, name: string | null = null) {
    this.#signals = signals;
    this.#suffix = name === null ? "" : ` ${name}`;
  }

  tell(event: LiveEvent): void {
    const words = wordsOf(event);
    if (words !== null) this.#signals.publish(this.#topicOf(event.type), words.join(" "));
  }

  tellEnded(sessionId: string): void {
    this.#signals.publish(this.#topicOf("session"), sessionId);
  }

  tellPage(topic: PageTopic, sessionId: string): void {
    this.#signals.publish(this.#topicOf(topic), sessionId);
  }

  /** Calls back for every signal of the topic. Returns the function that unsubscribes. */
  hear(topic: LiveTopic, callback: (...words: string[]) => void): () => void {
    return this.#signals.listen(this.#topicOf(topic), (key) => callback(...key.split(" ")));
  }

  #topicOf(topic: LiveTopic | LiveEvent["type"]): string {
    return `console-${topic}${this.#suffix}`;
  }
}

function wordsOf(event: LiveEvent): readonly string[] | null {
  switch (event.type) {
    case "message":
      return [event.data.conversationId, event.data.message.id];
    case "state":
      return [event.data.conversationId, event.data.id];
    case "typing":
      return [event.data.conversationId, event.data.type];
    case "writing":
      return [event.data.conversationId, event.data.accountId, event.data.type];
    case "read":
      return [event.data.accountId, event.data.conversationId, event.data.upTo];
    case "lists":
      return ["changed"];
    case "presence":
    case "account":
      return [event.data.accountId];
    case "draft":
      return [event.data.accountId, event.data.conversationId, String(event.data.revision)];
    case "owner": {
      const { conversationId, answeredBy, isReadable } = event.data;
      return [conversationId, isReadable ? "readable" : "away", answeredBy ?? ""];
    }
    case "erased":
      return [event.data.conversationId];
    case "signed-out":
    case "reset":
      return null;
  }
}
