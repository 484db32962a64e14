import {
  type BackendPause,
  defaultBackend,
  type PausedLane,
  type PauseStore,
  type ResumedLanes,
} from "@parley/core";
import { laneOfNumber } from "@parley/core/sql-store";
import type { Database } from "../connection/database.ts";
import { searchable } from "../statements/searchable.ts";
import { statement } from "../statements/statement.ts";
import { resumeConversation, resumeLongest } from "./resume.ts";

const all = statement(`select backend, revision, since, until, ready_at as "readyAt"
  from backend_pauses order by backend`);
const insert = statement(`insert into backend_pauses (backend, revision, since, until, ready_at)
  values ($1, $2, $3, $4, $5) on conflict (backend) do nothing`);
const update =
  statement(`update backend_pauses set revision = $2, since = $3, until = $4, ready_at = $5
  where backend = $1 and revision = $2 - 1`);
const longest = statement(`select c.id as "conversationId", l.kind as lane,
    case when l.owner_change is null then l.head else 0 end as sequence, l.paused_since as since
  from lanes l join conversations c on c.conversation = l.conversation
  where l.paused_since is not null order by l.paused_since, l.conversation, l.kind limit $1`);

interface PausedColumns {
  readonly conversationId: string;
  readonly lane: number;
  readonly sequence: number;
  readonly since: number;
}

/** `PauseStore` on PostgreSQL. */
export class PostgresPauseStore implements PauseStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  pauses(): Promise<readonly BackendPause[]> {
    return this.#database.read<BackendPause>(all);
  }

  async save({ backend, revision, since, until, readyAt }: BackendPause): Promise<boolean> {
    const values = [backend, revision, since, until, readyAt];
    const write = revision === 1 ? insert : update;
    return this.#database.write(async (session) => (await session.changed(write, ...values)) > 0);
  }

  async resume(which: ResumedLanes, now: number): Promise<number> {
    const backends = this.#database.backends.numbersMeantBy(which.backend ?? defaultBackend);
    const count =
      "limit" in which
        ? await resumeLongest(this.#database, backends, which.limit, now)
        : await resumeConversation(this.#database, backends, searchable(which.conversationId), now);
    if (count > 0) this.#database.notices.say();
    return count;
  }

  async longestPaused(limit: number): Promise<readonly PausedLane[]> {
    const rows = await this.#database.read<PausedColumns>(longest, limit);
    const { backends } = this.#database;
    return backends.knowing(async () =>
      rows.map(({ conversationId, lane, sequence, since }) => {
        const { kind, backend } = laneOfNumber(lane);
        return {
          lane: { kind, conversationId },
          backend: backends.nameOf(backend),
          sequence,
          since,
        };
      }),
    );
  }
}
