import { type Contact, type Greeting, greetingOf } from "./greeting.ts";
import { part } from "./elements.ts";

/** Shows whether somebody is there, and greets the visitor accordingly. */
export class GreetingView {
  readonly #status = part("shop-availability");
  readonly #invite = part("shop-invite");
  readonly #offline = part("shop-offline");
  #contact: Contact = { isConnected: null, isAvailable: null };

  /** The shop's first words, as they are shown. */
  get invite(): string {
    return this.#invite.textContent ?? "";
  }

  tell(news: Partial<Contact>): void {
    this.#contact = { ...this.#contact, ...news };
    this.#show(greetingOf(this.#contact));
  }

  #show({ status, isGood, invite, isOffline }: Greeting): void {
    this.#status.hidden = status === null;
    this.#status.textContent = status ?? "";
    this.#status.dataset["available"] = String(isGood);
    if (this.invite !== invite) this.#invite.textContent = invite;
    this.#offline.hidden = !isOffline;
  }
}
