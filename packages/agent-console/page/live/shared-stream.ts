import type { LiveEvent } from "../../src/live/live-event.ts";
import { EventCursor } from "./event-cursor.ts";
import { HeldStream, silenceMs } from "./held-stream.ts";
import {
  type Connection,
  isSameLeader,
  type Leader,
  outranks,
  type TabMessage,
  type Words,
} from "./tab-message.ts";
import type { LiveOptions, TabPlatform } from "./tab-platform.ts";

/** A hidden tab waits longer, so that a visible tab takes over first. */
const hiddenSilenceMs = 30_000;
/** A tab that becomes visible does not wait for the rest of that time. */
const overdueMs = 7_000;
/** How long a new tab waits for a leader's answer. */
const answerMs = 100;
/** Random extra wait of new tabs. Short, since the user is waiting. */
const newSpreadMs = 50;
/** Random extra wait, so that tabs do not all take over at the same time. */
const spreadMs = 300;

/**
 * One event stream for all tabs of a browser. One tab, the leader, holds the stream and passes events on. The other
 * tabs listen, and one takes over when the leader leaves or falls silent. Two leaders for a moment do no harm: one
 * gives way, and a repeated event shows once.
 */
export class SharedStream {
  readonly #options: LiveOptions;
  readonly #platform: TabPlatform;
  readonly #held: HeldStream;
  readonly #cursor = new EventCursor();
  #role: "starting" | "leading" | "following" | "stopped" = "stopped";
  /** This tab, the tab that it follows, or `null` while no leader is known. */
  #leader: Leader | null = null;
  #connection: Connection = "connecting";
  #presence: LiveEvent | null = null;
  #heardAt = 0;
  #cancelClaim: () => void = () => {};

  constructor(options: LiveOptions, platform: TabPlatform) {
    this.#options = options;
    this.#platform = platform;
    this.#held = new HeldStream(options, platform, {
      lastId: () => this.#cursor.id,
      onBeat: () => this.#beat(),
      onEvent: (id, event) => this.#told(id, event),
      onLost: () => this.#enter("lost"),
      onSignedOut: () => {
        this.#say({ kind: "signed-out" });
        this.#signedOut();
      },
    });
  }

  /** Starts, also after `stop`. */
  start(): void {
    if (this.#role !== "stopped") return;
    this.#role = "starting";
    this.#say({ kind: "hello" });
    this.#claimAfter(answerMs, newSpreadMs);
  }

  /** Leaves the stream to another tab. */
  stop(): void {
    if (this.#role === "leading" && this.#leader !== null) {
      this.#say({ kind: "leave", leader: this.#leader });
    }
    this.#role = "stopped";
    this.#held.close();
    this.#cancelClaim();
  }

  /** The tab became visible. */
  shown(): void {
    const silentMs = this.#platform.now() - this.#heardAt;
    if (this.#connection === "open" && silentMs <= overdueMs) {
      // The wait of a hidden tab is longer.
      if (this.#role === "following") this.#claimAfter(silenceMs - silentMs);
      return;
    }
    if (this.#role === "leading") this.#held.open();
    if (this.#role === "following") this.#claim();
  }

  /** The machine has a network connection again. */
  online(): void {
    if (this.#role === "leading" && this.#connection !== "open") this.#held.open();
  }

  /** A message from another tab. */
  hear(message: TabMessage): void {
    if (this.#role === "stopped") return;
    if (message.accountId !== this.#options.accountId) {
      // A tab that starts has just checked who is signed in.
      if (message.kind === "hello") this.#options.onOtherAccount();
      return;
    }
    if (message.kind === "hello") return this.#welcome();
    if (message.kind === "signed-out") return this.#signedOut();
    if (message.kind === "leave") return this.#left(message.leader);
    if (this.#follows(message.leader)) this.#take(message);
  }

  #welcome(): void {
    if (this.#role !== "leading") return;
    this.#sayState();
    if (this.#presence !== null) this.#sayEvent(this.#cursor.id, this.#presence);
  }

  #left(leader: Leader): void {
    if (this.#role !== "following" || !isSameLeader(this.#leader, leader)) return;
    this.#leader = null;
    this.#claimAfter(this.#platform.isVisible() ? 0 : spreadMs);
  }

  /** Whether messages of this leader count. */
  #follows(leader: Leader): boolean {
    const known = this.#role === "starting" ? null : this.#leader;
    if (known !== null && isSameLeader(known, leader)) return this.#role === "following";
    if (known !== null && !outranks(leader, known)) {
      // The other leader then learns of the one that outranks it.
      if (this.#role === "leading") this.#sayState();
      return false;
    }
    this.#held.close();
    this.#role = "following";
    this.#leader = leader;
    return true;
  }

  #take(message: TabMessage & { kind: "lead" | "event" }): void {
    this.#heardAt = this.#platform.now();
    this.#claimAfter(this.#platform.isVisible() ? silenceMs : hiddenSilenceMs);
    if (message.kind === "lead") {
      this.#connected(message.connection);
      // Until the stream is open, loaded data may miss events.
      if (message.connection === "open") this.#catchUp(message.id);
      return;
    }
    const { after, id, event } = message;
    if (event.type !== "reset") this.#catchUp(after);
    this.#deliver(id, event);
  }

  /** Reloads everything when the leader has received events that this tab has not. */
  #catchUp(leaderId: string): void {
    if (!this.#cursor.catchUp(leaderId)) return;
    this.#options.onEvent({ type: "reset", data: {} });
    this.#say({ kind: "hello" });
  }

  #deliver(id: string, event: LiveEvent): void {
    if (!this.#cursor.pass(id, event)) return;
    if (event.type === "presence" && event.data.accountId === this.#options.accountId) {
      this.#presence = event;
    }
    this.#options.onEvent(event);
  }

  #claimAfter(delayMs: number, upToMs = spreadMs): void {
    this.#cancelClaim();
    const spread = this.#platform.random() * upToMs;
    this.#cancelClaim = this.#platform.after(delayMs + spread, () => this.#claim());
  }

  #claim(): void {
    this.#cancelClaim();
    this.#role = "leading";
    this.#leader = { tab: this.#platform.tab, since: this.#platform.now() };
    this.#enter(this.#connection === "open" ? "lost" : this.#connection);
    this.#held.open();
  }

  #beat(): void {
    this.#heardAt = this.#platform.now();
    this.#sayState();
  }

  #told(id: string, event: LiveEvent): void {
    this.#heardAt = this.#platform.now();
    // Heartbeats do not count. Only an event proves that the gateway listens, so that data loaded now misses nothing.
    if (this.#connection !== "open") this.#enter("open");
    this.#sayEvent(id, event);
    this.#deliver(id, event);
  }

  #signedOut(): void {
    this.stop();
    this.#connected("signed-out");
  }

  /** Changes the leader's state. */
  #enter(connection: Connection): void {
    this.#connected(connection);
    this.#sayState();
  }

  #connected(connection: Connection): void {
    if (connection === this.#connection) return;
    this.#connection = connection;
    this.#options.onConnection(connection);
  }

  #sayState(): void {
    if (this.#leader === null) return;
    const { id } = this.#cursor;
    this.#say({ kind: "lead", leader: this.#leader, connection: this.#connection, id });
  }

  #sayEvent(id: string, event: LiveEvent): void {
    if (this.#leader === null) return;
    this.#say({ kind: "event", leader: this.#leader, after: this.#cursor.id, id, event });
  }

  #say(words: Words): void {
    this.#platform.post({ accountId: this.#options.accountId, ...words });
  }
}
