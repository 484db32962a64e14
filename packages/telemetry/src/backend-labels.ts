import { BoundedLabels } from "./bounded-labels.ts";

const limit = 50;
/** Form of a backend's name, such as `sales` or `slack/sales`. */
const form = /^[a-z][a-z0-9-]{0,39}(\/[a-z][a-z0-9-]{0,39})?$/;

/** Labels of agent apps, by the name of their backend. The first 50 have one of their own. */
export class BackendLabels {
  readonly #labels = new BoundedLabels(limit, form);
  readonly #given = new Set<string>();

  of(backend: string): string {
    const label = this.#labels.of(backend);
    this.#given.add(label);
    return label;
  }

  /** Every label that was given. */
  get given(): ReadonlySet<string> {
    return this.#given;
  }
}
