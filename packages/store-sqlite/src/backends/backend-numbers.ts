import { defaultBackend } from "@parley/core";
import { BackendNames, firstBackend } from "@parley/core/sql-store";
import type { StatementRunner } from "../connection/statement-runner.ts";

/** One number of a backend. */
export interface BackendRow {
  readonly number: number;
  readonly name: string;
}

/** Of several numbers with one name the lowest is in use, so it comes last. */
export const allBackends = "select number, name from backends order by number desc";

/** Numbers and names of backends, read once: only `BackendStore.open` of this process changes them. */
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

  /** `undefined`: nothing belongs to it. `default` is who took it over, unless it was opened anew. */
  find(name: string): number | undefined {
    return this.#known.numberOf(name) ?? (name === defaultBackend ? firstBackend : undefined);
  }

  readonly nameOf = (number: number): string => this.#known.nameOf(number);

  /** Call it once the transaction that changed the table has been committed. */
  refresh(): void {
    this.#known.add(this.#read());
  }

  get #known(): BackendNames {
    this.#names ??= new BackendNames(this.#read());
    return this.#names;
  }

  #read(): readonly BackendRow[] {
    return this.#connection.all<BackendRow>(allBackends);
  }
}
