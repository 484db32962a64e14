import type { ChangedMessages } from "./changed-messages.ts";
import type { EventStreams } from "./event-streams.ts";
import type { LiveEvents } from "./live-events.ts";
import type { LiveSignals, LiveTopic } from "./live-signals.ts";
import type { ChangePoller } from "./change-poller.ts";
import type { People } from "../accounts/people.ts";
import type { Presence } from "../accounts/presence.ts";

export interface OtherNodesParts {
  readonly signals: LiveSignals;
  readonly live: LiveEvents;
  readonly changes: ChangedMessages;
  readonly changePoller: ChangePoller;
  readonly streams: Pick<EventStreams, "endOf">;
  readonly people: Pick<People, "find">;
  readonly presence: Pick<Presence, "viewOf">;
}

/** Passes events of other nodes to this node's pages. Does nothing while no page is open. */
export class OtherNodes {
  readonly #parts: OtherNodesParts;
  readonly #ends: (() => void)[];
  #hasPages = false;

  constructor(parts: OtherNodesParts) {
    this.#parts = parts;
    const { signals, live, changes, streams } = parts;
    this.#ends = [
      live.onAudience((isThere) => this.#audience(isThere)),
      signals.hear("session", (id = "") => streams.endOf(id)),
      this.#hear("message", (id = "", sequence) => changes.note(id, Number(sequence), "message")),
      this.#hear("state", (id = "", sequence) => changes.note(id, Number(sequence), "state")),
      this.#hear("typing", (...words) => this.#tellTyping(...words)),
      this.#hear("writing", (...words) => this.#tellWriting(...words)),
      this.#hear("account", (id) => this.#tellAccount(id)),
      this.#hear("lists", () => live.relayMention({ type: "lists", data: {} })),
      this.#hear("read", (accountId = "", conversationId = "", upTo = "") =>
        live.relay({ type: "read", data: { accountId, conversationId, upTo } }),
      ),
      this.#hear("draft", (...words) => this.#tellDraft(...words)),
      this.#hear("erased", (id) => this.#tellErased(id)),
      this.#hear("owner", (...words) => this.#tellOwner(...words)),
      this.#hear("presence", (id) => this.#tellPresence(id)),
    ];
  }

  close(): void {
    for (const end of this.#ends) end();
    this.#parts.changePoller.end();
    this.#parts.changes.end();
  }

  #audience(isThere: boolean): void {
    const { live, changePoller } = this.#parts;
    this.#hasPages = isThere;
    if (isThere) return changePoller.begin();
    changePoller.end();
    // Nobody polls from now on, so a page that reconnects must reload everything.
    live.skip();
  }

  /** When a read fails here, the change poller finds the change later. */
  #hear(topic: LiveTopic, tell: (...words: string[]) => void | Promise<void>): () => void {
    return this.#parts.signals.hear(topic, (...words) => {
      if (!this.#hasPages) return;
      Promise.resolve(tell(...words)).catch(() => {});
    });
  }

  #tellTyping(conversationId = "", type?: string): void {
    const data = { conversationId, type: typingOf(type) };
    this.#parts.live.relayMention({ type: "typing", data });
  }

  #tellAccount(accountId = ""): void {
    this.#parts.live.relayMention({ type: "account", data: { accountId } });
  }

  #tellDraft(accountId = "", conversationId = "", revision = ""): void {
    const data = { accountId, conversationId, revision: Number(revision) };
    this.#parts.live.relayMention({ type: "draft", data });
  }

  #tellErased(conversationId = ""): void {
    this.#parts.live.forget(conversationId);
    this.#parts.live.relayMention({ type: "erased", data: { conversationId } });
  }

  #tellOwner(conversationId = "", place = "", name = ""): void {
    const { live } = this.#parts;
    const isReadable = place === "readable";
    if (!isReadable) live.forget(conversationId);
    const answeredBy = name === "" ? null : name;
    live.relay({ type: "owner", data: { conversationId, answeredBy, isReadable } });
  }

  async #tellWriting(conversationId = "", accountId = "", type?: string): Promise<void> {
    const name = (await this.#parts.people.find(accountId))?.name;
    if (name === undefined) return;
    const data = { conversationId, accountId, name, type: typingOf(type) };
    this.#parts.live.relayMention({ type: "writing", data });
  }

  async #tellPresence(accountId = ""): Promise<void> {
    const { presence, live } = this.#parts;
    const view = await presence.viewOf(accountId);
    live.relay({ type: "presence", data: { accountId, ...view } });
  }
}

function typingOf(word: string | undefined): "typein" | "typeout" {
  return word === "typein" ? "typein" : "typeout";
}
