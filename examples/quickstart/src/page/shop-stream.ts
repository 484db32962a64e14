/** The shop's server sends a heartbeat every 5 s. A stream without one for this long counts as dead. */
const silenceMs = 12_000;

/** The browser features that a stream uses. */
export interface StreamPlatform {
  /**
   * Opens a stream of the shop's server. `onLife` is called for everything received. Returns the function that closes
   * it.
   */
  readonly open: (onLife: () => void, onTrouble: () => void) => () => void;
  /** Returns the function that cancels it. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
}

/**
 * A page's event stream. A silent stream is opened again: a network that drops packets closes nothing. A hidden page
 * has no stream, since a browser allows six connections per server. It catches up when shown: every stream starts with
 * the whole history.
 */
export class ShopStream {
  readonly #platform: StreamPlatform;
  readonly #onConnected: (isConnected: boolean) => void;
  #close: () => void = () => {};
  #cancelWait: () => void = () => {};

  constructor(platform: StreamPlatform, onConnected: (isConnected: boolean) => void) {
    this.#platform = platform;
    this.#onConnected = onConnected;
  }

  /** Opens the stream, and closes an open one first. */
  show(): void {
    this.hide();
    this.#wait();
    this.#close = this.#platform.open(
      () => {
        this.#wait();
        this.#onConnected(true);
      },
      () => this.#onConnected(false),
    );
  }

  hide(): void {
    this.#cancelWait();
    this.#close();
    this.#close = () => {};
  }

  #wait(): void {
    this.#cancelWait();
    this.#cancelWait = this.#platform.after(silenceMs, () => {
      this.#onConnected(false);
      this.show();
    });
  }
}
