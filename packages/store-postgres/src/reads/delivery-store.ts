import {
  type Backlog,
  type DeliveryQuery,
  type DeliveryStore,
  type LaneKind,
  laneKinds,
  type Page,
  type PageRequest,
  type SentMessage,
  type StoredDelivery,
} from "@parley/core";
import { kindNumber } from "@parley/core/sql-store";
import type { Database } from "../connection/database.ts";
import {
  readConversation,
  readDeliveries,
  readDelivery,
  readSentMessage,
} from "./delivery-pages.ts";
import { searchable } from "../statements/searchable.ts";
import { statement } from "../statements/statement.ts";

interface Length {
  readonly kind: number;
  readonly lanes: number;
  readonly waiting: number;
  readonly acceptedAt: number | null;
}

const none = { lanes: 0, waiting: 0, acceptedAt: null };
const headsRead = 1_000;
/**
 * One statement, so that all figures are of one instant. Deliberately scans the whole table of lanes: usually little waits,
 * and when much waits, this figure matters. The limit is a parameter: with a known one the server might sort all due lanes.
 */
const lengths =
  statement(`select asked.kind, coalesce(sums.lanes, 0) as lanes, coalesce(sums.waiting, 0) as waiting,
    (select min(d.accepted_at)
      from (select l.conversation, l.head from lanes l where l.kind = asked.kind and l.due is not null
        order by l.due limit $2) first
      join deliveries d on d.conversation = first.conversation and d.sequence = first.head) as "acceptedAt"
  from unnest($1::smallint[]) as asked (kind)
  left join (select kind, count(*) as lanes, sum(waiting)::bigint as waiting from lanes group by kind) as sums
    on sums.kind = asked.kind`);

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
    const rows = await this.#database.read<Length>(lengths, laneKinds.map(kindNumber), headsRead);
    const of = (kind: LaneKind): Backlog[LaneKind] => {
      const { lanes, waiting, acceptedAt } =
        rows.find((row) => row.kind === kindNumber(kind)) ?? none;
      return { lanes, waiting, oldestAcceptedAt: acceptedAt };
    };
    return {
      inbound: of("inbound"),
      outbound: of("outbound"),
      reports: of("reports"),
      notices: of("notices"),
    };
  }
}
