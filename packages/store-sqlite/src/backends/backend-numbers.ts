import { defaultBackend, type NewOwner } from "@parley/core";
import { BackendNames, firstBackend } from "@parley/core/sql-store";
import type { StatementRunner } from "../connection/statement-runner.ts";

/** Row of a backend. Several numbers may have one name. */
export interface BackendRow {
  readonly number: number;
  readonly name: string;
}

/** Of several numbers with one name the lowest is in use, so it comes last. */
export const allBackends = "select number, name from backends order by number desc";

/** The numbers and names of backends. Read once: only `BackendStore.open` of this process changes them. */
export class BackendNumbers {
  readonly #connection: StatementRunner;
  #names: BackendNames | null = null;

  constructor(connection: StatementRunner) {
    this.#connection = connection;
  }

  /** @throws Error when the name was not opened */
  numberOf(name: string): number {
    const number = this.find(name);
    if (number === undefined) throw new Error(`the backend ${name} was not opened`);
    return number;
  }

  /** `undefined`: nothing belongs to it. Whoever took `default` over is meant by that name, unless it was opened anew. */
  find(name: string): number | undefined {
    return this.#known.numberOf(name) ?? (name === defaultBackend ? firstBackend : undefined);
  }

  /** The number of the backend; `null`: nobody's. */
  numberOfOwner({ backend }: Pick<NewOwner, "backend">): number | null {
    return backend === null ? null : this.numberOf(backend);
  }

  /** The name of the backend that is meant. @throws Error when the name was not opened */
  readonly currentName = (name: string): string => this.nameOf(this.numberOf(name));

  readonly nameOf = (number: number): string => this.#known.nameOf(number);

  /** Reads all names again. Call it once the transaction that changed the table has been committed. */
  reset(): void {
    this.#names = null;
  }

  get #known(): BackendNames {
    this.#names ??= new BackendNames(this.#connection.all<BackendRow>(allBackends));
    return this.#names;
  }
}
