/** What the agent has seen of a thread. */
export interface SeenPlace {
  /** Whether the newest message is more than a screen away. */
  readonly isFar: boolean;
  /** The highest id that has been in sight; 0 before any. */
  readonly seenId: number;
}

export const startPlace: SeenPlace = { isFar: false, seenId: 0 };

/** Distances in CSS pixels. */
const endPx = 60;
const startPx = 500;
const lineMarginPx = 32;

/** The scroll position of a thread: at its end, or at the first message in sight. */
export class ScrollPosition {
  readonly #box: HTMLElement;
  readonly #messages: HTMLCollectionOf<Element>;
  #isPlaced = false;
  #follows = true;
  #top = 0;
  #seenId = 0;
  #anchor: HTMLElement | null = null;
  #anchorId: string | undefined;
  #anchorTop = 0;

  /** `box` scrolls, and is the offset parent of its messages. */
  constructor(box: HTMLElement) {
    this.#box = box;
    this.#messages = box.getElementsByClassName("message");
  }

  get isNearStart(): boolean {
    return this.#box.scrollTop < startPx;
  }

  /** Shows the end from now on, until the agent scrolls up. */
  follow(): void {
    this.#isPlaced = true;
    this.#follows = true;
  }

  /** Shows a message in the middle; `null` when it is not loaded. */
  showMessage(id: string): SeenPlace | null {
    const message = this.#messageWith(id);
    if (message === null) return null;
    this.#isPlaced = true;
    this.#follows = false;
    const above = (this.#box.clientHeight - message.offsetHeight) / 2;
    this.#box.scrollTop = message.offsetTop - Math.max(above, lineMarginPx);
    this.#top = this.#box.scrollTop;
    return this.#note();
  }

  /** The agent, or `keep`, has scrolled. Content that grows is no reason to stop following. */
  scrolled(): SeenPlace {
    const { scrollTop } = this.#box;
    if (this.#restPx < endPx) this.#follows = true;
    else if (scrollTop < this.#top) this.#follows = false;
    this.#top = scrollTop;
    return this.#note();
  }

  /** Restores the position after the content has changed. */
  keep(): SeenPlace {
    if (this.#messages.length === 0) return startPlace;
    if (!this.#isPlaced) this.#place();
    const anchor = this.#found();
    if (this.#follows || anchor === null) this.#box.scrollTop = this.#box.scrollHeight;
    else this.#box.scrollTop += anchor.offsetTop - this.#anchorTop;
    this.#top = this.#box.scrollTop;
    return this.#note();
  }

  get #restPx(): number {
    return this.#box.scrollHeight - this.#box.scrollTop - this.#box.clientHeight;
  }

  /** A thread opens at its end, or at the first unread message when not all unread ones fit in. */
  #place(): void {
    this.#isPlaced = true;
    const line = this.#box.querySelector<HTMLElement>(".unread-line");
    if (line === null) return;
    this.#box.scrollTop = this.#box.scrollHeight;
    if (line.offsetTop - lineMarginPx >= this.#box.scrollTop) return;
    this.#box.scrollTop = line.offsetTop - lineMarginPx;
    this.#follows = false;
    this.#note();
  }

  /** The noted message; the page may have loaded everything again since. */
  #found(): HTMLElement | null {
    if (this.#anchor?.isConnected !== true && this.#anchorId !== undefined)
      this.#anchor = this.#messageWith(this.#anchorId);
    return this.#anchor;
  }

  #messageWith(id: string): HTMLElement | null {
    return this.#box.querySelector<HTMLElement>(`.message[data-id="${CSS.escape(id)}"]`);
  }

  #note(): SeenPlace {
    const { scrollTop, clientHeight } = this.#box;
    const first = this.#messageAt(this.#firstBelow(scrollTop));
    this.#anchor = first;
    this.#anchorId = first?.dataset["id"];
    this.#anchorTop = first?.offsetTop ?? 0;
    for (let at = this.#firstBelow(scrollTop + clientHeight); at >= 0; at -= 1) {
      const { id } = this.#messageAt(at)?.dataset ?? {};
      const isInSight = (this.#messageAt(at)?.offsetTop ?? Infinity) < scrollTop + clientHeight;
      if (id === undefined || !isInSight) continue;
      this.#seenId = Math.max(this.#seenId, Number(id));
      break;
    }
    return { isFar: this.#restPx > clientHeight, seenId: this.#seenId };
  }

  /** Index of the first message that ends below `y`, or of the last one. */
  #firstBelow(y: number): number {
    let low = 0;
    let high = this.#messages.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      const { offsetTop = 0, offsetHeight = 0 } = this.#messageAt(middle) ?? {};
      if (offsetTop + offsetHeight > y) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #messageAt(at: number): HTMLElement | null {
    return this.#messages.item(at) as HTMLElement | null;
  }
}
