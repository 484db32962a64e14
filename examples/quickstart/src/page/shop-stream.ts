/** The shop's server gives a sign of life every 5 s; a page that hears none for this long takes its stream for dead. */
const silenceMs = 12_000;

/** What a stream needs of the page it is on. */
export interface StreamPlatform {
  /** Opens a stream of the shop's server; `onLife` is called for whatever comes. Returns what closes it. */
  readonly open: (onLife: () => void, onTrouble: () => void) => () => void;
  /** Returns what cancels it. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
}

/**
 * A page's stream of events. A path that passes nothing need not close anything: a stream that is silent for too long is
 * opened anew. A hidden page has none, since a browser has six connections to one server, and catches up when it is
 * shown: every stream begins with the whole history.
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

  /** Opens it, in the place of one that is open. */
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
