import { part } from "./elements.ts";

/** At most this far from the end counts as at the end. Pixels. */
const nearPx = 40;

/**
 * Where the visitor reads. At the end, the chat follows new messages, and stays there when pictures load or the window
 * changes. Further up it stays where it is, and a button tells of new messages.
 */
export class ReadingPlace {
  readonly #box = part("shop-messages");
  readonly #button = part<HTMLButtonElement>("shop-new-messages");
  #isAtEnd = true;
  /** Where the end was when the chat last went there. Pixels from the top. */
  #endTop = 0;

  constructor() {
    this.#box.addEventListener("scroll", () => this.#look());
    this.#button.addEventListener("click", () => this.goToEnd());
    // A picture's `load` does not bubble.
    this.#box.addEventListener("load", () => this.#follow(), true);
    new ResizeObserver(() => this.#follow()).observe(this.#box);
  }

  /** Call after the chat has changed. `isNew`: a message of the other side was added. */
  changed(isNew: boolean): void {
    this.#follow();
    if (isNew && !this.#isAtEnd) this.#button.hidden = false;
  }

  goToEnd(): void {
    this.#isAtEnd = true;
    this.#button.hidden = true;
    this.#box.scrollTop = this.#box.scrollHeight;
    this.#endTop = this.#box.scrollTop;
  }

  #follow(): void {
    if (this.#isAtEnd && this.#hasLeft()) this.#isAtEnd = false;
    if (this.#isAtEnd) this.goToEnd();
  }

  /** A browser tells of scrolling later than it scrolls: a message may come in between. */
  #hasLeft(): boolean {
    const { scrollHeight, scrollTop, clientHeight } = this.#box;
    return scrollTop < Math.min(this.#endTop, scrollHeight - clientHeight) - nearPx;
  }

  #look(): void {
    const { scrollHeight, scrollTop, clientHeight } = this.#box;
    this.#isAtEnd = scrollHeight - scrollTop - clientHeight <= nearPx;
    if (this.#isAtEnd) this.#button.hidden = true;
  }
}
