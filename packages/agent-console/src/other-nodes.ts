import type { ChangedMessages } from "./changed-messages.ts";
import type { EventStreams } from "./event-streams.ts";
import type { LiveEvents } from "./live-events.ts";
import type { LiveSignals } from "./live-signals.ts";
import type { Lookout } from "./lookout.ts";
import type { People } from "./people.ts";
import type { Presence } from "./presence.ts";

export interface OtherNodesParts {
  readonly signals: LiveSignals;
  readonly live: LiveEvents;
  readonly changes: ChangedMessages;
  readonly lookout: Lookout;
  readonly streams: Pick<EventStreams, "endOf">;
  readonly people: Pick<People, "find">;
  readonly presence: Pick<Presence, "isAvailable" | "isAnyAvailable">;
}

/** Tells this node's pages what happens on other nodes; does nothing while no page is open. */
export class OtherNodes {
  readonly #parts: OtherNodesParts;
  readonly #ends: (() => void)[];
  #hasPages = false;

  constructor(parts: OtherNodesParts) {
    this.#parts = parts;
    const { signals, live, changes, streams } = parts;
    const whilePages =
      (act: (...words: string[]) => void) =>
      (...words: string[]): void => {
        if (this.#hasPages) act(...words);
      };
    this.#ends = [
      live.onAudience((isThere) => this.#audience(isThere)),
      signals.hear("session", (id = "") => streams.endOf(id)),
      signals.hear(
        "message",
        whilePages((id = "", sequence) => changes.note(id, Number(sequence), "message")),
      ),
      signals.hear(
        "state",
        whilePages((id = "", sequence) => changes.note(id, Number(sequence), "state")),
      ),
      signals.hear(
        "typing",
        whilePages((conversationId = "", type) => {
          live.relayMention({ type: "typing", data: { conversationId, type: typingOf(type) } });
        }),
      ),
      signals.hear(
        "account",
        whilePages((accountId = "") => {
          live.relayMention({ type: "account", data: { accountId } });
        }),
      ),
      // What cannot be read now is found by the lookout, or is over by then.
      signals.hear(
        "writing",
        whilePages((...words) => void this.#tellWriting(...words).catch(() => {})),
      ),
      signals.hear(
        "presence",
        whilePages((id = "") => void this.#tellPresence(id).catch(() => {})),
      ),
    ];
  }

  close(): void {
    for (const end of this.#ends) end();
    this.#parts.lookout.end();
  }

  #audience(isThere: boolean): void {
    const { live, lookout } = this.#parts;
    this.#hasPages = isThere;
    if (isThere) return lookout.begin();
    lookout.end();
    // Nobody looks from now on, so that whoever comes back must load everything.
    live.skip();
  }

  async #tellWriting(conversationId = "", accountId = "", type?: string): Promise<void> {
    const name = (await this.#parts.people.find(accountId))?.name;
    if (name === undefined) return;
    const data = { conversationId, accountId, name, type: typingOf(type) };
    this.#parts.live.relayMention({ type: "writing", data });
  }

  async #tellPresence(accountId: string): Promise<void> {
    const { presence, live } = this.#parts;
    const [available, anyAvailable] = await Promise.all([
      presence.isAvailable(accountId),
      presence.isAnyAvailable(),
    ]);
    live.relay({ type: "presence", data: { accountId, available, anyAvailable } });
  }
}

function typingOf(word: string | undefined): "typein" | "typeout" {
  return word === "typein" ? "typein" : "typeout";
}
