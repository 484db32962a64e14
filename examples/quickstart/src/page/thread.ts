import type { Entry } from "../shop/entry.ts";
import { part } from "./elements.ts";
import { entryView } from "./entry-view.ts";
import { ReadingPlace } from "./reading-place.ts";

/** The chat. A newer entry replaces the one with the same id. */
export class Thread {
  readonly #box = part("shop-messages");
  readonly #place = new ReadingPlace();
  readonly #views = new Map<string, HTMLElement>();
  readonly #sendAgain: (entry: Entry) => void;

  constructor(sendAgain: (entry: Entry) => void) {
    this.#sendAgain = sendAgain;
  }

  show(entry: Entry): void {
    const { id } = entry.message;
    const view = entryView(entry, () => this.#sendAgain(entry));
    const before = this.#views.get(id);
    if (before === undefined) this.#box.append(view);
    else before.replaceWith(view);
    this.#views.set(id, view);
    this.#place.changed(before === undefined && entry.from === "agent");
  }

  /** Shows what the visitor has just written, wherever they read. */
  showOwn(entry: Entry): void {
    this.show(entry);
    this.#place.goToEnd();
  }
}
