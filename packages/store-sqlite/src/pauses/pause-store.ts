import {
  type BackendPause,
  defaultBackend,
  type PausedLane,
  type PauseStore,
  type ResumedLanes,
} from "@parley/core";
import { laneOfNumber } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { Database } from "../connection/database.ts";
import { resumeConversation, resumeLongest } from "./resume.ts";

const all =
  "select backend, revision, since, until, ready_at as readyAt from backend_pauses order by backend";
const insert = `insert into backend_pauses (revision, since, until, ready_at, backend) values (?, ?, ?, ?, ?)
  on conflict do nothing`;
const update = `update backend_pauses set revision = ?, since = ?, until = ?, ready_at = ?
  where backend = ? and revision = ?`;
const longest = `select c.id as conversationId, l.kind, iif(l.owner_change is null, l.head, 0) as sequence, l.paused_since as since
  from lanes l join conversations c on c.conversation = l.conversation
  where l.paused_since is not null order by l.paused_since, l.conversation, l.kind limit +?`;

interface PausedColumns {
  readonly conversationId: string;
  readonly kind: number;
  readonly sequence: number;
  readonly since: number;
}

/** `PauseStore` on SQLite. */
export class SqlitePauseStore implements PauseStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async pauses(): Promise<readonly BackendPause[]> {
    return this.#database.read((connection) =>
      connection.all<BackendPause>(all).map((row) => ({ ...row })),
    );
  }

  async save({ backend, revision, since, until, readyAt }: BackendPause): Promise<boolean> {
    const values = [revision, since, until, readyAt, backend];
    const changed = this.#database.commit((connection) =>
      revision === 1
        ? connection.run(insert, ...values)
        : connection.run(update, ...values, revision - 1),
    );
    return changed > 0;
  }

  async resume(which: ResumedLanes, now: number): Promise<number> {
    return this.#database.commit((connection) => {
      const backend = connection.backends.find(which.backend ?? defaultBackend);
      if (backend === undefined) return 0;
      return "limit" in which
        ? resumeLongest(connection, backend, which.limit, now)
        : resumeConversation(connection, backend, which.conversationId, now);
    });
  }

  async longestPaused(limit: number): Promise<readonly PausedLane[]> {
    return this.#database.read((connection) =>
      connection.all<PausedColumns>(longest, limit).map((row) => pausedLane(connection, row)),
    );
  }
}

function pausedLane(
  { backends }: Connection,
  { conversationId, kind: number, sequence, since }: PausedColumns,
): PausedLane {
  const { kind, backend } = laneOfNumber(number);
  return { lane: { kind, conversationId }, backend: backends.nameOf(backend), sequence, since };
}
