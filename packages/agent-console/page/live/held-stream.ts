import type { LiveEvent } from "../../src/live/live-event.ts";
import type { LiveOptions, TabPlatform } from "./tab-platform.ts";

/** The gateway sends a heartbeat every 5 s. A stream without one for this long counts as dead. */
export const silenceMs = 12_000;
/** Wait before a refused stream is opened again. */
const retryMs = 2_000;

export interface HeldStreamListener {
  /** Id of the event after which a stream continues. */
  readonly lastId: () => string;
  readonly onBeat: () => void;
  readonly onEvent: (id: string, event: LiveEvent) => void;
  /** No events can arrive now. The stream will be opened again. */
  readonly onLost: () => void;
  readonly onSignedOut: () => void;
}

type Options = Pick<LiveOptions, "accountId" | "isSignedIn" | "onOtherAccount">;
type Platform = Pick<TabPlatform, "after" | "open">;

/** The event stream of one tab. Opens it again when it breaks, is refused, or is silent for too long. */
export class HeldStream {
  readonly #options: Options;
  readonly #platform: Platform;
  readonly #listener: HeldStreamListener;
  /** Counts streams, so that events of a closed one are ignored. */
  #round = 0;
  #close: () => void = () => {};
  #cancelWait: () => void = () => {};

  constructor(options: Options, platform: Platform, listener: HeldStreamListener) {
    this.#options = options;
    this.#platform = platform;
    this.#listener = listener;
  }

  /** Opens the stream, and closes an open one first. */
  open(): void {
    this.close();
    const { lastId, onLost } = this.#listener;
    const round = this.#round;
    this.#waitForLife();
    this.#close = this.#platform.open(lastId(), {
      onBeat: (accountId) => {
        if (round === this.#round) this.#beat(accountId);
      },
      onEvent: (id, event) => {
        if (round === this.#round) this.#told(id, event);
      },
      onTrouble: (isRefused) => {
        if (round !== this.#round) return;
        onLost();
        if (isRefused) void this.#askSession();
      },
    });
  }

  close(): void {
    this.#round += 1;
    this.#cancelWait();
    this.#close();
    this.#close = () => {};
  }

  #beat(accountId: string): void {
    if (accountId !== this.#options.accountId) return this.#options.onOtherAccount();
    this.#waitForLife();
    this.#listener.onBeat();
  }

  #told(id: string, event: LiveEvent): void {
    // The gateway would refuse to open it again.
    if (event.type === "signed-out") return this.#listener.onSignedOut();
    this.#waitForLife();
    this.#listener.onEvent(id, event);
  }

  /** Checks whether the session has ended. */
  async #askSession(): Promise<void> {
    this.close();
    const round = this.#round;
    const isSignedIn = await this.#options.isSignedIn();
    if (round !== this.#round) return;
    if (isSignedIn) this.#wait(retryMs, () => this.open());
    else this.#listener.onSignedOut();
  }

  #waitForLife(): void {
    this.#wait(silenceMs, () => {
      this.#listener.onLost();
      this.open();
    });
  }

  #wait(delayMs: number, callback: () => void): void {
    this.#cancelWait();
    this.#cancelWait = this.#platform.after(delayMs, callback);
  }
}
