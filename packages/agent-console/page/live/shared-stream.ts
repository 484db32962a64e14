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

/** A hidden tab leaves it to the visible ones to take over. */
const hiddenSilenceMs = 30_000;
/** A tab that is shown does not wait for the rest of the time above. */
const overdueMs = 7_000;
/** A new tab waits so long for the answer of a leader. */
const answerMs = 100;
/** New tabs differ by up to this: less, since whoever opened one waits. */
const newSpreadMs = 50;
/** Tabs that would take over at the same time differ by up to this. */
const spreadMs = 300;

/**
 * One stream for all tabs of a browser. One tab, the leader, holds it and passes everything on; the others only listen,
 * and take over from a leader that leaves or falls silent. Two leaders for a moment do no harm: one gives way, and an
 * event that comes twice shows once.
 */
export class SharedStream {
  readonly #options: LiveOptions;
  readonly #platform: TabPlatform;
  readonly #held: HeldStream;
  readonly #cursor = new EventCursor();
  #role: "starting" | "leading" | "following" | "stopped" = "stopped";
  /** Itself, the one it follows, or `null` while none is known. */
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

  /** Begins, or begins again after `stop`. */
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

  /** The tab was shown. */
  shown(): void {
    const silentMs = this.#platform.now() - this.#heardAt;
    if (this.#connection === "open" && silentMs <= overdueMs) {
      // While it was hidden, it would have waited longer.
      if (this.#role === "following") this.#claimAfter(silenceMs - silentMs);
      return;
    }
    if (this.#role === "leading") this.#held.open();
    if (this.#role === "following") this.#claim();
  }

  /** The machine has a network again. */
  online(): void {
    if (this.#role === "leading" && this.#connection !== "open") this.#held.open();
  }

  /** What another tab said. */
  hear(message: TabMessage): void {
    if (this.#role === "stopped") return;
    if (message.accountId !== this.#options.accountId) {
      // A tab that begins knows who is signed in now.
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

  /** Whether what this leader says counts. */
  #follows(leader: Leader): boolean {
    const known = this.#role === "starting" ? null : this.#leader;
    if (known !== null && isSameLeader(known, leader)) return this.#role === "following";
    if (known !== null && !outranks(leader, known)) {
      // So it hears of the one that outranks it.
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
      // Before it is open, what is loaded may still miss something.
      if (message.connection === "open") this.#catchUp(message.id);
      return;
    }
    const { after, id, event } = message;
    if (event.type !== "reset") this.#catchUp(after);
    this.#deliver(id, event);
  }

  /** Loads everything again when the leader has heard of what this tab has not. */
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
    // Not at a beat: only events say that the gateway listens, so that what is loaded from now on misses nothing.
    if (this.#connection !== "open") this.#enter("open");
    this.#sayEvent(id, event);
    this.#deliver(id, event);
  }

  #signedOut(): void {
    this.stop();
    this.#connected("signed-out");
  }

  /** As the leader. */
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
