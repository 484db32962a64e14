import { marksName, readMarks } from "./marks.ts";
import type { Operation } from "./operation.ts";

/** What the world outside has seen up to an instant, and so what must be found after the power's return. */
export class Promises {
  readonly channels = new Set<string>();
  /** `<direction>-<sender>` → how many of its numbered texts have been acknowledged. */
  readonly accepted = new Map<string, number>();
  /** Text → how many attempts the integrating system may have seen. */
  readonly attempts = new Map<string, number>();
  #acknowledged = 0;

  get acknowledged(): number {
    return this.#acknowledged;
  }

  apply(operation: Operation): void {
    if (operation.kind !== "write" || operation.name !== marksName) return;
    for (const [kind, text] of readMarks(operation.data)) {
      if (kind === "channel") this.channels.add(text);
      else if (kind === "attempt") increase(this.attempts, text);
      else {
        this.#acknowledged += 1;
        increase(this.accepted, text.slice(0, text.lastIndexOf("-")));
      }
    }
  }
}

function increase(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
