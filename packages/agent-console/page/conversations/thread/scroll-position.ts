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

/**
 * The scroll position of a thread: at its end, or at a message that stays in its place. That is the first one in sight
 * after the agent scrolled. Parts out of sight have a guessed height until they come near.
 */
export class ScrollPosition {
  readonly #box: HTMLElement;
  readonly #parts: HTMLCollectionOf<Element>;
  #isPlaced = false;
  #follows = true;
  #top = 0;
  #seenId = 0;
  #anchor: HTMLElement | null = null;
  #anchorId: string | undefined;
  #anchorTop = 0;

  /** `box` scrolls. Its messages are in parts. */
  constructor(box: HTMLElement) {
    this.#box = box;
    this.#parts = box.getElementsByClassName("message-part");
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
    this.#box.scrollTop = this.#topOf(message) - Math.max(above, lineMarginPx);
    this.#top = this.#box.scrollTop;
    this.#hold(message);
    return this.#seen();
  }

  /** The agent, or `keep`, has scrolled. Content that grows is no reason to stop following. */
  scrolled(): SeenPlace {
    const { scrollTop } = this.#box;
    if (this.#restPx < endPx) this.#follows = true;
    else if (scrollTop < this.#top) this.#follows = false;
    if (scrollTop === this.#top) return this.#seen();
    // Content above may have come since the last `keep`.
    if (!this.#follows) this.#restore();
    this.#top = this.#box.scrollTop;
    this.#hold(this.#firstInSight());
    return this.#seen();
  }

  /** Restores the position after the content has changed. */
  keep(): SeenPlace {
    if (this.#parts.length === 0) return startPlace;
    if (!this.#isPlaced) this.#place();
    if (this.#follows) this.#box.scrollTop = this.#box.scrollHeight;
    else this.#restore();
    this.#top = this.#box.scrollTop;
    this.#hold(this.#found() ?? this.#firstInSight());
    return this.#seen();
  }

  #restore(): void {
    const anchor = this.#found();
    if (anchor === null) this.#box.scrollTop = this.#box.scrollHeight;
    else this.#box.scrollTop += this.#topOf(anchor) - this.#anchorTop;
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
    const top = this.#topOf(line) - lineMarginPx;
    if (top >= this.#box.scrollTop) return;
    this.#box.scrollTop = top;
    this.#follows = false;
    this.#hold(this.#firstInSight());
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

  #hold(anchor: HTMLElement | null): void {
    this.#anchor = anchor;
    this.#anchorId = anchor?.dataset["id"];
    this.#anchorTop = anchor === null ? 0 : this.#topOf(anchor);
  }

  #seen(): SeenPlace {
    const { scrollTop, clientHeight } = this.#box;
    const isBelow = (each: HTMLElement): boolean => this.#topOf(each) >= scrollTop + clientHeight;
    const last = around(messagesOf(around(this.#parts, isBelow).above), isBelow).above;
    this.#seenId = Math.max(this.#seenId, Number(last?.dataset["id"] ?? 0));
    return { isFar: this.#restPx > clientHeight, seenId: this.#seenId };
  }

  /** The first message that ends in sight or below, or the last one. */
  #firstInSight(): HTMLElement | null {
    const { scrollTop } = this.#box;
    const endsBelow = (each: HTMLElement): boolean =>
      this.#topOf(each) + each.offsetHeight > scrollTop;
    const part = around(this.#parts, endsBelow);
    const message = around(messagesOf(part.below ?? part.above), endsBelow);
    return message.below ?? message.above;
  }

  /** Within what scrolls. */
  #topOf(element: HTMLElement): number {
    const { top } = this.#box.getBoundingClientRect();
    return element.getBoundingClientRect().top - top + this.#box.scrollTop;
  }
}

function messagesOf(part: HTMLElement | null): HTMLCollectionOf<Element> | undefined {
  return part?.getElementsByClassName("message");
}

interface Around {
  readonly above: HTMLElement | null;
  readonly below: HTMLElement | null;
}

/** Of elements that stand one below the other: the last one that is not below, and the first one that is. */
function around(
  elements: HTMLCollectionOf<Element> | undefined,
  isBelow: (element: HTMLElement) => boolean,
): Around {
  const elementAt = (at: number): HTMLElement | null =>
    (elements?.item(at) ?? null) as HTMLElement | null;
  let low = 0;
  let high = elements?.length ?? 0;
  while (low < high) {
    const middle = (low + high) >> 1;
    const element = elementAt(middle);
    if (element !== null && isBelow(element)) high = middle;
    else low = middle + 1;
  }
  return { above: elementAt(low - 1), below: elementAt(low) };
}
