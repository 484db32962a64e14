import {
  type BackendBudget,
  type Backlog,
  type DeliveryQuery,
  type DeliveryStore,
  type LaneKind,
  type Page,
  type PageRequest,
  type SentMessage,
  type StoredDelivery,
} from "@parley/core";
import { laneOfNumber } from "@parley/core/sql-store";
import type { Database } from "../connection/database.ts";
import {
  readConversation,
  readDeliveries,
  readDelivery,
  readSentMessage,
} from "./delivery-pages.ts";
import { searchable } from "../statements/searchable.ts";
import { statement } from "../statements/statement.ts";

type LaneBacklog = Backlog[LaneKind];

interface Length {
  /** As in `laneNumber`. */
  readonly lane: number;
  readonly lanes: number;
  readonly waiting: number;
  readonly acceptedAt: number | null;
}

const none: LaneBacklog = { lanes: 0, waiting: 0, oldestAcceptedAt: null };
const headsRead = 1_000;
/**
 * One statement, so that all figures are of one instant. Deliberately scans the whole table of lanes: usually little waits,
 * and when much waits, this figure matters. The limit is a parameter: with a known one the server might sort all due lanes.
 */
const lengths = statement(`select sums.kind as lane, sums.lanes, sums.waiting,
    (select min(d.accepted_at)
      from (select l.conversation, l.head from lanes l where l.kind = sums.kind and l.due is not null
        order by l.due limit $1) first
      join deliveries d on d.conversation = first.conversation and d.sequence = first.head) as "acceptedAt"
  from (select kind, count(*) as lanes, sum(waiting)::bigint as waiting from lanes group by kind) as sums`);

/** `DeliveryStore` on PostgreSQL. */
export class PostgresDeliveryStore implements DeliveryStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async deliveries(query: DeliveryQuery, request: PageRequest): Promise<Page<StoredDelivery>> {
    return "conversationId" in query
      ? readConversation(this.#database, searchable(query.conversationId), request)
      : readDeliveries(this.#database, query, request);
  }

  async delivery(conversationId: string, sequence: number): Promise<StoredDelivery | null> {
    return readDelivery(this.#database, searchable(conversationId), sequence);
  }

  async sentMessage(conversationId: string, sequence: number): Promise<SentMessage | null> {
    return readSentMessage(this.#database, searchable(conversationId), sequence);
  }

  async backlog(): Promise<Backlog> {
    const rows = await this.#database.read<Length>(lengths, headsRead);
    const { backends } = this.#database;
    return backends.knowing(async () => backlogOf(rows, backends.nameOf));
  }
}

function backlogOf(rows: readonly Length[], nameOf: (backend: number) => string): Backlog {
  const lengths = rows.map(({ lane, lanes, waiting, acceptedAt }) => {
    const { kind, backend } = laneOfNumber(lane);
    return {
      kind,
      backend: nameOf(backend),
      length: { lanes, waiting, oldestAcceptedAt: acceptedAt },
    };
  });
  const sum = (kind: LaneKind, found: typeof lengths): LaneBacklog =>
    found.reduce((total, one) => (one.kind === kind ? added(total, one.length) : total), none);
  const all = (found: typeof lengths): Record<keyof BackendBudget, LaneBacklog> => ({
    inbound: sum("inbound", found),
    reports: sum("reports", found),
    notices: sum("notices", found),
  });
  const ofBackends = Map.groupBy(
    lengths.filter(({ kind }) => kind !== "outbound"),
    ({ backend }) => backend,
  );
  const backends = Object.fromEntries([...ofBackends].map(([name, found]) => [name, all(found)]));
  return { ...all(lengths), outbound: sum("outbound", lengths), backends };
}

function added(one: LaneBacklog, other: LaneBacklog): LaneBacklog {
  const oldest = [one.oldestAcceptedAt, other.oldestAcceptedAt].filter((at) => at !== null);
  return {
    lanes: one.lanes + other.lanes,
    waiting: one.waiting + other.waiting,
    oldestAcceptedAt: oldest.length === 0 ? null : Math.min(...oldest),
  };
}
