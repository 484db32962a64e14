import { ManualTime } from "@parley/conformance";
import { SharedStream } from "../../../page/live/shared-stream.ts";
import type { Connection, TabMessage } from "../../../page/live/tab-message.ts";
import type { StreamListener } from "../../../page/live/tab-platform.ts";
import type { LiveEvent } from "../../../src/live/live-event.ts";

const here = { available: true, withoutPage: false, present: true, anyAvailable: true } as const;

interface OpenStream {
  readonly listener: StreamListener;
  /** The network drops everything, without an error. */
  isDead: boolean;
  cancelBeat: () => void;
}

/** The gateway's side of the streams, like `EventStreams`. */
export class FakeGateway {
  readonly #time: ManualTime;
  readonly #events: LiveEvent[] = [];
  readonly #streams = new Set<OpenStream>();
  /** The network drops everything from now on: data and the end of streams. */
  isBlackHole = false;
  accountId = "ada";
  isSignedIn = true;

  constructor(time: ManualTime) {
    this.#time = time;
  }

  /** Number of open streams of the browser. */
  get streams(): number {
    return this.#streams.size;
  }

  open(lastId: string, listener: StreamListener): () => void {
    const stream: OpenStream = { listener, isDead: this.isBlackHole, cancelBeat: () => {} };
    this.#streams.add(stream);
    this.#time.soon(() => this.#begin(stream, lastId));
    return () => {
      stream.cancelBeat();
      this.#streams.delete(stream);
    };
  }

  publish(event: LiveEvent): void {
    this.#events.push(event);
    for (const stream of this.#streams) this.#tell(stream, this.#events.length, event);
  }

  /** Closes every connection, so that both sides notice. */
  break(): void {
    for (const stream of this.#streams) {
      stream.isDead = true;
      stream.listener.onTrouble(true);
    }
  }

  endSession(): void {
    this.isSignedIn = false;
    for (const stream of this.#streams)
      this.#tell(stream, this.#events.length, { type: "signed-out", data: {} });
  }

  fallSilent(): void {
    this.isBlackHole = true;
    for (const stream of this.#streams) stream.isDead = true;
  }

  #begin(stream: OpenStream, lastId: string): void {
    if (!this.#streams.has(stream) || stream.isDead) return;
    if (!this.isSignedIn) return stream.listener.onTrouble(true);
    this.#beat(stream);
    const seen = lastId === "" ? this.#events.length : Number(lastId.split("-")[1]);
    for (const [index, event] of this.#events.slice(seen).entries())
      this.#tell(stream, seen + index + 1, event);
    this.#tell(stream, this.#events.length, {
      type: "presence",
      data: { accountId: this.accountId, ...here },
    });
  }

  #beat(stream: OpenStream): void {
    stream.cancelBeat = this.#time.after(5_000, () => this.#beat(stream));
    if (!stream.isDead) stream.listener.onBeat(this.accountId);
  }

  #tell(stream: OpenStream, number: number, event: LiveEvent): void {
    if (!stream.isDead) stream.listener.onEvent(`boot-${number}`, event);
  }
}

/** One tab, and the events it received. */
export class FakeTab {
  readonly texts: string[] = [];
  readonly connections: Connection[] = [];
  /** Number of full reloads. */
  resets = 0;
  presences = 0;
  otherAccounts = 0;
  isVisible = true;
  isFrozen = false;
  /** Its random number. */
  random: number;
  readonly #late: TabMessage[] = [];
  readonly stream: SharedStream;

  constructor(browser: FakeBrowser, name: string, accountId: string) {
    const { time, gateway } = browser;
    this.random = Number(name) / 100;
    this.stream = new SharedStream(
      {
        accountId,
        onConnection: (connection) => this.connections.push(connection),
        onOtherAccount: () => (this.otherAccounts += 1),
        isSignedIn: async () => gateway.isSignedIn,
        onEvent: (event) => {
          if (event.type === "message") this.texts.push(String(event.data.message.text));
          if (event.type === "reset") this.resets += 1;
          if (event.type === "presence") this.presences += 1;
        },
      },
      {
        tab: name,
        now: () => time.now(),
        random: () => this.random,
        // A frozen tab runs neither timers nor events.
        after: (delayMs, callback) => time.after(delayMs, () => !this.isFrozen && callback()),
        isVisible: () => this.isVisible,
        post: (message) => !this.isFrozen && browser.pass(this, message),
        open: (lastId, listener) =>
          gateway.open(lastId, {
            onBeat: (id) => !this.isFrozen && listener.onBeat(id),
            onEvent: (id, event) => !this.isFrozen && listener.onEvent(id, event),
            onTrouble: (isRefused) => !this.isFrozen && listener.onTrouble(isRefused),
          }),
      },
    );
  }

  get connection(): Connection {
    return this.connections.at(-1) ?? "connecting";
  }

  hear(message: TabMessage): void {
    if (this.isFrozen) this.#late.push(message);
    else this.stream.hear(message);
  }

  /** `isForgotten`: messages sent meanwhile are lost. */
  thaw(isForgotten: boolean): void {
    this.isFrozen = false;
    const late = this.#late.splice(0);
    if (!isForgotten) for (const message of late) this.stream.hear(message);
  }
}

/** Tabs that hear each other, with one gateway. */
export class FakeBrowser {
  readonly time = new ManualTime();
  readonly gateway = new FakeGateway(this.time);
  readonly tabs: FakeTab[] = [];

  /** Opens tabs one after another. */
  async open(count: number, accountId = "ada"): Promise<readonly FakeTab[]> {
    const opened = Array.from({ length: count }, () => this.add(accountId));
    for (const tab of opened) tab.stream.start();
    await this.time.advance(1_000);
    return opened;
  }

  pass(from: FakeTab, message: TabMessage): void {
    for (const tab of this.tabs) {
      if (tab !== from) this.time.soon(() => this.tabs.includes(tab) && tab.hear(message));
    }
  }

  /** Ends a tab without a message. */
  crash(tab: FakeTab): void {
    tab.isFrozen = true;
    this.tabs.splice(this.tabs.indexOf(tab), 1);
  }

  async says(text: string): Promise<void> {
    const message = { id: text, direction: "inbound", type: "text", state: "delivered" } as const;
    const data = { conversationId: "c", message: { ...message, text, at: 0 } };
    this.gateway.publish({ type: "message", data });
    await this.time.settle();
  }

  /** A tab that has not started to listen. */
  add(accountId = "ada"): FakeTab {
    const tab = new FakeTab(this, String(this.tabs.length + 1), accountId);
    this.tabs.push(tab);
    return tab;
  }
}
