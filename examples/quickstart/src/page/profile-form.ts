import { fieldsOf } from "./composer.ts";
import { part } from "./elements.ts";

const place = "profile";

/** The visitor's name and email. They stay in this tab, as the visitor does. */
export class ProfileForm {
  readonly #form = part<HTMLFormElement>("shop-profile");

  constructor() {
    this.#restore();
    this.#form.addEventListener("submit", (event) => event.preventDefault());
    this.#form.addEventListener("input", () => {
      sessionStorage.setItem(place, JSON.stringify(Object.fromEntries(this.#typed())));
    });
  }

  /** The filled-in fields. */
  get fields(): Readonly<Record<string, string>> {
    return fieldsOf(this.#form);
  }

  #restore(): void {
    const kept = JSON.parse(sessionStorage.getItem(place) ?? "{}") as Record<string, unknown>;
    for (const field of this.#form.elements) {
      const value = field instanceof HTMLInputElement ? kept[field.name] : undefined;
      if (field instanceof HTMLInputElement && typeof value === "string") field.value = value;
    }
  }

  #typed(): readonly (readonly [string, string])[] {
    return [...new FormData(this.#form)].map(([name, value]) => [name, String(value)] as const);
  }
}
