/** What one side was promised and what the other side saw, per conversation or visitor. */
export class Ledger {
  /** Texts answered 200 or 202, in the order of the answers, per sender. */
  readonly #acknowledged = new Map<string, string[]>();
  /** Texts in the order of their first arrival, per sender. */
  readonly #arrived = new Map<string, string[]>();
  readonly #seen = new Map<string, number>();
  readonly #bodies = new Map<string, string>();
  readonly #reported = new Set<string>();
  #changedBodies = 0;

  acknowledge(sender: string, text: string): void {
    listOf(this.#acknowledged, sender).push(text);
  }

  arrive(sender: string, text: string, body: string): void {
    const times = this.#seen.get(text) ?? 0;
    this.#seen.set(text, times + 1);
    if (times === 0) {
      listOf(this.#arrived, sender).push(text);
      this.#bodies.set(text, body);
    } else if (this.#bodies.get(text) !== body) this.#changedBodies += 1;
  }

  report(text: string): void {
    this.#reported.add(text);
  }

  get acknowledged(): number {
    return count(this.#acknowledged);
  }

  get arrived(): number {
    return count(this.#arrived);
  }

  get reported(): number {
    return this.#reported.size;
  }

  /** Acknowledged, but neither positively received nor reported. */
  missing(isDelivered: (text: string) => boolean): string[] {
    return [...this.#acknowledged.values()]
      .flat()
      .filter((text) => !(isDelivered(text) || this.#reported.has(text)));
  }

  /** How many texts arrived before one that its sender had sent earlier. Texts end in `-<number>`. */
  get outOfOrder(): number {
    let wrong = 0;
    for (const texts of this.#arrived.values()) {
      let highest = -1;
      for (const text of texts) {
        const number = Number(text.slice(text.lastIndexOf("-") + 1));
        if (number < highest) wrong += 1;
        highest = Math.max(highest, number);
      }
    }
    return wrong;
  }

  /** Attempts beyond the third, and repeats whose bytes differ. */
  get overdone(): number {
    return [...this.#seen.values()].filter((times) => times > 3).length + this.#changedBodies;
  }

  has(text: string): boolean {
    return this.#seen.has(text);
  }
}

function listOf(map: Map<string, string[]>, key: string): string[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}

function count(map: ReadonlyMap<string, readonly string[]>): number {
  return [...map.values()].reduce((sum, list) => sum + list.length, 0);
}
