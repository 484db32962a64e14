import {
  type BackendAnswers,
  type BackendsInUse,
  type BackendStore,
  defaultBackend,
} from "@parley/core";
import { firstBackend } from "@parley/core/sql-store";
import type { Database } from "../connection/database.ts";
import { lockKey } from "../connection/owner.ts";
import type { Session } from "../connection/session.ts";
import { statement } from "../statements/statement.ts";
import { allBackends, type BackendRow } from "./backend-numbers.ts";
import { EarlierNodes } from "../schema/earlier-nodes.ts";

const lock = statement("select pg_advisory_xact_lock($1::bigint)");
const rename = statement("update backends set name = $2 where name = $1");
const insert = statement(`insert into backends (number, name)
  select (select max(number) from backends) + ordinal, name
  from unnest($1::text[]) with ordinality as one (name, ordinal)`);
const clearPause = statement(`delete from backend_pauses
  where backend = $2 and exists (select from backend_pauses where backend = $1)`);
const renamePause = statement("update backend_pauses set backend = $2 where backend = $1");
const clearAnswers = statement(`delete from backend_answers
  where backend = $2 and exists (select from backend_answers where backend = $1)`);
const renameAnswers = statement("update backend_answers set backend = $2 where backend = $1");

const allAnswers =
  statement(`select backend, revision, answered_at as "answeredAt", failing_since as "failingSince",
    failed_at as "failedAt"
  from backend_answers order by backend`);
const insertAnswers =
  statement(`insert into backend_answers (backend, revision, answered_at, failing_since, failed_at)
  values ($1, $2, $3, $4, $5) on conflict (backend) do nothing`);
const updateAnswers =
  statement(`update backend_answers set revision = $2, answered_at = $3, failing_since = $4, failed_at = $5
  where backend = $1 and revision = $2 - 1`);

/** `BackendStore` on PostgreSQL. */
export class PostgresBackendStore implements BackendStore {
  readonly #database: Database;
  readonly #earlierNodes: EarlierNodes;

  constructor(database: Database) {
    this.#database = database;
    this.#earlierNodes = new EarlierNodes(database);
  }

  async open({ names, takesDefault }: BackendsInUse): Promise<string> {
    const all = new Set([...names, ...(takesDefault === null ? [] : [takesDefault])]);
    if ([...all].some((name) => name !== defaultBackend)) await this.#earlierNodes.require();
    const key = lockKey(`${this.#database.schema} backends`);
    await this.#database.write((session) => openAll(session, key, all, takesDefault));
    await this.#database.backends.reset();
    return this.#database.backends.nameOf(firstBackend);
  }

  answers(): Promise<readonly BackendAnswers[]> {
    return this.#database.read<BackendAnswers>(allAnswers);
  }

  saveAnswers(answers: BackendAnswers): Promise<boolean> {
    const { backend, revision, answeredAt, failingSince, failedAt } = answers;
    const write = revision === 1 ? insertAnswers : updateAnswers;
    return this.#database.write(
      async (session) =>
        (await session.changed(write, backend, revision, answeredAt, failingSince, failedAt)) > 0,
    );
  }
}

async function openAll(
  session: Session,
  key: string,
  names: ReadonlySet<string>,
  takesDefault: string | null,
): Promise<void> {
  session.run(lock, key);
  if (takesDefault !== null && takesDefault !== defaultBackend) takeOver(session, takesDefault);
  const known = await session.rows<BackendRow>(allBackends);
  const missing = [...names].filter((name) => known.every((row) => row.name !== name));
  if (missing.length > 0) session.run(insert, missing);
}

/** Gives a backend everything that belongs to `default`. A backend that has a number already has two from then on. */
function takeOver(session: Session, name: string): void {
  session.run(rename, defaultBackend, name);
  session.run(clearPause, defaultBackend, name);
  session.run(renamePause, defaultBackend, name);
  session.run(clearAnswers, defaultBackend, name);
  session.run(renameAnswers, defaultBackend, name);
}
