import {
  type Backlog,
  type DeliveryQuery,
  type DeliveryStore,
  type LaneKind,
  laneKinds,
  type Page,
  type PageRequest,
  type StoredDelivery,
} from "@parley/core";
import { kindNumber } from "@parley/core/sql-store";
import type { Database } from "../connection/database.ts";
import { readConversation, readDeliveries, readDelivery } from "./delivery-pages.ts";
import { searchable } from "../statements/searchable.ts";
import { statement } from "../statements/statement.ts";

interface Length {
  readonly kind: number;
  readonly lanes: number;
  readonly waiting: number;
}

interface Oldest {
  readonly kind: number;
  readonly acceptedAt: number | null;
}

/** Deliberately scans the whole table. Usually little waits; when much waits, this figure matters. */
const lengths = statement(
  "select kind, count(*) as lanes, sum(waiting)::bigint as waiting from lanes group by kind",
);
const headsRead = 1_000;
/** The limit is a parameter. With a known limit the server might prefer to sort all due lanes. */
const oldest = statement(`select asked.kind, (select min(d.accepted_at)
    from (select l.conversation, l.head from lanes l where l.kind = asked.kind and l.due is not null
      order by l.due limit $2) first
    join deliveries d on d.conversation = first.conversation and d.sequence = first.head) as "acceptedAt"
  from unnest($1::smallint[]) as asked (kind)`);

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

  async backlog(): Promise<Backlog> {
    const [sums, heads] = await Promise.all([
      this.#database.read<Length>(lengths),
      this.#database.read<Oldest>(oldest, laneKinds.map(kindNumber), headsRead),
    ]);
    const of = (kind: LaneKind): Backlog[LaneKind] => {
      const { lanes = 0, waiting = 0 } = sums.find((row) => row.kind === kindNumber(kind)) ?? {};
      const head = heads.find((row) => row.kind === kindNumber(kind));
      return { lanes, waiting, oldestAcceptedAt: head?.acceptedAt ?? null };
    };
    return { inbound: of("inbound"), outbound: of("outbound"), reports: of("reports") };
  }
}
