import {
  type BackendAnswers,
  type BackendsInUse,
  type BackendStore,
  defaultBackend,
} from "@parley/core";
import { firstBackend } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { Database } from "../connection/database.ts";
import { areEarlierVersionsRefused, refuseEarlierVersions } from "../schema/earlier-versions.ts";
import { allBackends, type BackendRow } from "./backend-numbers.ts";
import { takeOver } from "./take-over.ts";

const addBackend = "insert into backends (number, name) select max(number) + 1, ? from backends";
const all = `select backend, revision, answered_at as answeredAt, failing_since as failingSince,
  failed_at as failedAt
  from backend_answers order by backend`;
const insert = `insert into backend_answers (revision, answered_at, failing_since, failed_at, backend)
  values (?, ?, ?, ?, ?)
  on conflict do nothing`;
const update = `update backend_answers set revision = ?, answered_at = ?, failing_since = ?, failed_at = ?
  where backend = ? and revision = ?`;

/** `BackendStore` on SQLite. */
export class SqliteBackendStore implements BackendStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async open(backends: BackendsInUse): Promise<string> {
    if (!this.#database.read((connection) => isOpen(connection, backends))) this.#open(backends);
    return this.#database.read((connection) => connection.backends.nameOf(firstBackend));
  }

  #open(backends: BackendsInUse): void {
    // Not by `commit`: conversations in memory hold names, which may change.
    this.#database.write((connection) => openAll(connection, backends));
    this.#database.read((connection) => connection.backends.reset());
  }

  async answers(): Promise<readonly BackendAnswers[]> {
    return this.#database.read((connection) =>
      connection.all<BackendAnswers>(all).map((row) => ({ ...row })),
    );
  }

  async saveAnswers(answers: BackendAnswers): Promise<boolean> {
    const { backend, revision, answeredAt, failingSince, failedAt } = answers;
    const values = [revision, answeredAt, failingSince, failedAt, backend];
    const changed = this.#database.commit((connection) =>
      revision === 1
        ? connection.run(insert, ...values)
        : connection.run(update, ...values, revision - 1),
    );
    return changed > 0;
  }
}

/** Whether `openAll` has nothing to do. */
function isOpen(connection: Connection, { names, takesDefault }: BackendsInUse): boolean {
  const known = knownNames(connection);
  const isTaken = takesDefault === null || isDefault(takesDefault) || !known.has(defaultBackend);
  const isSafe = names.every(isDefault) || areEarlierVersionsRefused(connection);
  return isTaken && isSafe && names.every((name) => known.has(name));
}

function openAll(connection: Connection, { names, takesDefault }: BackendsInUse): void {
  if (!names.every(isDefault)) refuseEarlierVersions(connection);
  if (takesDefault !== null && !isDefault(takesDefault)) takeOver(connection, takesDefault);
  const known = knownNames(connection);
  for (const name of names) if (!known.has(name)) connection.run(addBackend, name);
}

function knownNames(connection: Connection): ReadonlySet<string> {
  return new Set(connection.all<BackendRow>(allBackends).map(({ name }) => name));
}

function isDefault(name: string): boolean {
  return name === defaultBackend;
}
