import { type LaneKind, laneKinds } from "../model/lane.ts";

/** The number of `default`, and of whoever takes it over. */
export const firstBackend = 0;

/**
 * The numbers that a store gives to backends, and their names. Rows hold numbers, so that a backend can be renamed. Numbers
 * rise from 0 and are never used twice.
 */
export class BackendNames {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];

  /** `rows`: of several with one name the last counts. */
  constructor(rows: readonly { readonly number: number; readonly name: string }[]) {
    for (const { number, name } of rows) {
      this.#numbers.set(name, number);
      this.#names[number] = name;
    }
  }

  /** `undefined`: the store has no such backend. */
  numberOf(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  /** @throws Error when the rows were not read since it was added */
  nameOf(number: number): string {
    const name = this.#names[number];
    if (name === undefined) throw new Error(`the backend ${number} has no name`);
    return name;
  }
}

/**
 * A lane's kind and backend as one number, which is the `kind` of its row: lanes of one kind and backend are together in the
 * index of due lanes, and a store from before there were owners holds those of the first backend alone.
 */
export function laneNumber(kind: LaneKind, backend: number): number {
  return backend * laneKinds.length + laneKinds.indexOf(kind);
}

/** The kind and the backend of a lane's row. */
export function laneOfNumber(number: number): {
  readonly kind: LaneKind;
  readonly backend: number;
} {
  const kind = laneKinds[number % laneKinds.length] as LaneKind;
  return { kind, backend: Math.floor(number / laneKinds.length) };
}
