import type { ManualTime } from "@parley/conformance";
import type { Conversation, Conversations, StoredMessage } from "@parley/core";
import type { SignalHub } from "@parley/core/memory";
import type { AccountSession } from "../../../src/accounts/accounts.ts";
import { ChangedMessages } from "../../../src/live/changed-messages.ts";
import type { LiveEvent } from "../../../src/live/live-event.ts";
import { LiveEvents } from "../../../src/live/live-events.ts";
import { LiveSignals } from "../../../src/live/live-signals.ts";
import { ChangePoller } from "../../../src/live/change-poller.ts";
import { OtherNodes } from "../../../src/live/other-nodes.ts";
import { type AgentPresence, viewIn } from "../../../src/accounts/presence.ts";
import { PresenceWatch } from "../../../src/accounts/presence-watch.ts";
import { OwnerWatch } from "../../../src/owners/owner-watch.ts";
import { onlyConsole } from "../only-console.ts";

/** The store that all nodes read. */
export class SharedFacts {
  readonly messages = new Map<string, StoredMessage[]>();
  readonly available = new Set<string>();
  readonly endedSessions = new Set<string>();
  /** Number of reads of messages. */
  reads = 0;
  isDown = false;

  say(id: string, sequence: number, more: Partial<StoredMessage> = {}): void {
    const message = {
      sequence,
      direction: "inbound" as const,
      message: JSON.stringify({ type: "text", text: `${id} ${sequence}` }),
      sender: null,
      state: "delivered" as const,
      failure: null,
      acceptedAt: 0,
      ...more,
    };
    const others = (this.messages.get(id) ?? []).filter((each) => each.sequence !== sequence);
    this.messages.set(id, [...others, message]);
  }

  readonly conversations: Pick<Conversations, "find" | "messages" | "list"> = {
    find: async (id) => (this.messages.has(id) ? this.#conversation(id) : null),
    messages: async (id, { before, limit }) => {
      this.reads += 1;
      if (this.isDown) throw new Error("the store is away");
      const end = before === null ? Number.POSITIVE_INFINITY : Number(before);
      const older = (this.messages.get(id) ?? []).filter(({ sequence }) => sequence < end);
      return { items: older.slice(-limit), next: null };
    },
    list: async () => {
      if (this.isDown) throw new Error("the store is away");
      return { items: [...this.messages.keys()].map((id) => this.#conversation(id)), next: null };
    },
  };

  presence(): ReadonlyMap<string, AgentPresence> {
    const present = { available: true, withoutPage: false, present: true };
    return new Map([...this.available].map((id) => [id, present]));
  }

  #conversation(id: string): Conversation {
    const instants = (this.messages.get(id) ?? []).map(({ acceptedAt }) => acceptedAt);
    return {
      id,
      channelKey: "shop-key",
      channelId: "shop",
      visitorKey: "1",
      visitorId: "1",
      profile: { name: "Mina" },
      createdAt: 0,
      lastMessageAt: Math.max(...instants),
      owner: { backend: "default", assignee: null, fence: 0 },
    };
  }
}

/** The live part of one node's console, with one page that may be open. */
export class BenchNode {
  readonly live: LiveEvents;
  readonly told: LiveEvent[] = [];
  readonly endedPages: string[] = [];
  readonly sessions: Pick<AccountSession, "id" | "account">[] = [];
  readonly #others: OtherNodes;
  readonly #watch: PresenceWatch;
  #leave: () => void = () => {};

  constructor(hub: SignalHub, facts: SharedFacts, time: ManualTime, boot = "here") {
    const signals = new LiveSignals(hub.join());
    this.live = new LiveEvents(boot, 1_000, (event) => signals.tell(event));
    const presence = {
      all: async () => facts.presence(),
      viewOf: async (id: string) => viewIn(facts.presence(), id),
      lookMs: 5_000,
    };
    const streams = {
      sessions: () => this.sessions as AccountSession[],
      endOf: (id: string) => void this.endedPages.push(id),
      endAll: () => void this.endedPages.push("all"),
    };
    const { conversations } = facts;
    const changes = new ChangedMessages({
      conversations,
      live: this.live,
      timers: time,
      ownership: onlyConsole,
    });
    const watched = { conversations, live: this.live, ownership: onlyConsole };
    const sessions = { isLive: async (id: string) => !facts.endedSessions.has(id) };
    const ground = { signals, live: this.live, changes, streams, presence };
    const people = { find: async () => ({ name: "Ben" }) as never };
    const changePoller = new ChangePoller({
      ...ground,
      conversations,
      ownerWatch: new OwnerWatch(watched),
      sessions,
      clock: time,
      timers: time,
    });
    this.#others = new OtherNodes({ ...ground, changePoller, people });
    this.#watch = new PresenceWatch({ ...ground, timers: time });
  }

  openPage(): this {
    this.#leave = this.live.listen(({ event }) => this.told.push(event));
    return this;
  }

  leavePage(): void {
    this.#leave();
  }

  /** Events of this type that the page received, in order. */
  toldOf<Type extends LiveEvent["type"]>(
    type: Type,
  ): readonly Extract<LiveEvent, { readonly type: Type }>["data"][] {
    return this.told.filter((event) => event.type === type).map(({ data }) => data as never);
  }

  close(): void {
    this.#others.close();
    this.#watch.close();
  }
}
