import type { Signals } from "@parley/core";
import type { LiveEvent } from "./live-event.ts";

/** What one node tells others of, by ids only: they read the rest. `session`: one has ended. */
export type LiveTopic = Exclude<LiveEvent["type"], "signed-out" | "reset"> | "session" | PageTopic;

/** A page of a session has opened its stream, or the last one is gone. */
export type PageTopic = "page-opened" | "page-gone";

/** What happens to this node's pages, told to the other nodes, and heard from them. */
export class LiveSignals {
  readonly #signals: Signals;

  constructor(signals: Signals) {
    this.#signals = signals;
  }

  tell(event: LiveEvent): void {
    const words = wordsOf(event);
    if (words !== null) this.#signals.publish(`console-${event.type}`, words.join(" "));
  }

  tellEnded(sessionId: string): void {
    this.#signals.publish("console-session", sessionId);
  }

  tellPage(topic: PageTopic, sessionId: string): void {
    this.#signals.publish(`console-${topic}`, sessionId);
  }

  /** Calls back with the words of every signal until the returned function is called. */
  hear(topic: LiveTopic, callback: (...words: string[]) => void): () => void {
    return this.#signals.listen(`console-${topic}`, (key) => callback(...key.split(" ")));
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
    case "presence":
    case "account":
      return [event.data.accountId];
    case "signed-out":
    case "reset":
      return null;
  }
}
