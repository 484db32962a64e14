import type { Trouble, TroubleMode } from "../shop/entry.ts";
import { part } from "./elements.ts";

/** Selects how the shop's server fails. Also shows what another tab selected. */
export class TroubleForm {
  readonly #mode = part<HTMLSelectElement>("shop-trouble-mode");
  readonly #description = part<HTMLInputElement>("shop-trouble-description");
  readonly #words = part("shop-trouble-words");

  constructor(choose: (trouble: Trouble) => void) {
    part<HTMLFormElement>("shop-trouble").addEventListener("submit", (event) =>
      event.preventDefault(),
    );
    const chosen = (): void => {
      choose({ mode: this.#mode.value as TroubleMode, description: this.#description.value });
    };
    this.#mode.addEventListener("change", chosen);
    this.#description.addEventListener("change", chosen);
  }

  show({ mode, description }: Trouble): void {
    this.#mode.value = mode;
    this.#description.value = description;
    this.#words.hidden = mode !== "refuses";
  }
}
