import { defaultBackend, type NewOwner } from "@parley/core";
import { firstBackend } from "@parley/core/sql-store";
import { statement } from "../statements/statement.ts";

/** Row of a backend. Several numbers may have one name. */
export interface BackendRow {
  readonly number: number;
  readonly name: string;
}

export const allBackends = statement("select number, name from backends order by number");

/** A name or a number that this node has not read. Its code is one that servers report, so that the connection is used again. */
class UnknownBackendError extends Error {
  readonly code = "55000";
}

/**
 * The numbers and names of backends, as this node has read them. Another node may add and rename backends meanwhile. A
 * renamed one is known by its earlier name, too: this node may be configured with it.
 */
export class BackendNumbers {
  readonly #read: () => Promise<readonly BackendRow[]>;
  readonly #names = new Map<number, string>();
  readonly #numbers = new Map<string, readonly number[]>();

  constructor(read: () => Promise<readonly BackendRow[]>, rows: readonly BackendRow[]) {
    this.#read = read;
    this.#add(rows);
  }

  /** Numbers of all backends. */
  get numbers(): readonly number[] {
    return [...this.#names.keys()];
  }

  /** All numbers of a name, the lowest first; none when it is unknown. */
  numbersOf(name: string): readonly number[] {
    return this.#numbers.get(name) ?? [];
  }

  /** The same. Whoever took `default` over is meant by that name, too. */
  numbersMeantBy(name: string): readonly number[] {
    const numbers = this.numbersOf(name);
    if (numbers.length > 0 || name !== defaultBackend) return numbers;
    return this.numbersOf(this.nameOf(firstBackend));
  }

  /** The number that new rows get. Whoever took `default` over is meant by that name, too. */
  numberOf(name: string): number {
    const [number] = this.numbersOf(name);
    if (number !== undefined) return number;
    if (name === defaultBackend) return firstBackend;
    throw new UnknownBackendError(`the store has no backend ${JSON.stringify(name)}`);
  }

  readonly nameOf = (number: number): string => {
    const name = this.#names.get(number);
    if (name === undefined) throw new UnknownBackendError(`the backend ${number} has no name`);
    return name;
  };

  /** The number of the backend; `null`: nobody's. */
  numberOfOwner({ backend }: Pick<NewOwner, "backend">): number | null {
    return backend === null ? null : this.numberOf(backend);
  }

  /** The name of the backend that is meant. */
  readonly currentName = (name: string): string => this.nameOf(this.numberOf(name));

  /** Reads all names again, and forgets earlier ones. */
  async reset(): Promise<void> {
    const rows = await this.#read();
    this.#numbers.clear();
    this.#names.clear();
    this.#add(rows);
  }

  /** Reads what other nodes have added and renamed. */
  async refresh(): Promise<void> {
    this.#add(await this.#read());
  }

  /** Reads all names and runs `work` again when it met an unknown one. It must have changed nothing by then. */
  async knowing<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!isUnknown(error)) throw error;
      await this.refresh();
      return work();
    }
  }

  #add(rows: readonly BackendRow[]): void {
    for (const { number, name } of rows) {
      this.#names.set(number, name);
      const others = this.numbersOf(name).filter((one) => one !== number);
      this.#numbers.set(
        name,
        [...others, number].sort((a, b) => a - b),
      );
    }
  }
}

/** The error itself, or the one of a store around it. */
function isUnknown(error: unknown): boolean {
  if (error instanceof UnknownBackendError) return true;
  return error instanceof Error && error.cause instanceof UnknownBackendError;
}
