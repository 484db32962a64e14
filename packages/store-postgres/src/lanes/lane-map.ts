import type { LaneKind } from "@parley/core";
import { firstBackend, kindNumber } from "@parley/core/sql-store";
import { PairMap } from "../statements/pair-map.ts";

/** Identifies a lane. */
export interface LaneRef {
  readonly conversation: number;
  readonly kind: LaneKind;
  /** Number of its backend; 0 on the outbound lane. */
  readonly backend: number;
}

const kinds = 4;

/** A map by lane. A lane of the first backend has one number as its key: most gateways have no other backend. */
export class LaneMap<Value> {
  readonly #first = new Map<number, Value>();
  readonly #others = new PairMap<number, number, Value>();

  get(conversation: number, kind: LaneKind, backend: number): Value | undefined {
    const key = keyOf(conversation, kind);
    return backend === firstBackend ? this.#first.get(key) : this.#others.get(key, backend);
  }

  set({ conversation, kind, backend }: LaneRef, value: Value): void {
    const key = keyOf(conversation, kind);
    if (backend === firstBackend) this.#first.set(key, value);
    else this.#others.set(key, backend, value);
  }

  delete({ conversation, kind, backend }: LaneRef): void {
    const key = keyOf(conversation, kind);
    if (backend === firstBackend) this.#first.delete(key);
    else this.#others.delete(key, backend);
  }

  /** The values of all backends. */
  ofKind(conversation: number, kind: LaneKind): readonly Value[] {
    const key = keyOf(conversation, kind);
    const first = this.#first.get(key);
    const others = this.#others.valuesOf(key);
    return first === undefined ? others : [first, ...others];
  }

  values(): readonly Value[] {
    const first = [...this.#first.values()];
    return this.#others.isEmpty ? first : [...first, ...this.#others.values()];
  }
}

/** Below 2^53 for every conversation: numbers of conversations rise by 4,096 with each commit that makes some. */
function keyOf(conversation: number, kind: LaneKind): number {
  return conversation * kinds + kindNumber(kind);
}
