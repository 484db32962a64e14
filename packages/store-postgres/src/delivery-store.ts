import {
  type Backlog,
  type DeliveryQuery,
  type DeliveryStore,
  type LaneKind,
  type Page,
  type PageRequest,
  type StoredDelivery,
} from "@parley/core";
import type { Database } from "./database.ts";
import { readConversation, readDeliveries, readDelivery } from "./delivery-pages.ts";
import { kindNumber } from "./lane-rows.ts";
import { searchable } from "./searchable.ts";
import { statement } from "./statement.ts";

type Length = Backlog[LaneKind];

const lengths = statement(`select count(*) as lanes, coalesce(sum(l.waiting), 0)::bigint as waiting,
    (select min(d.accepted_at) from (select f.conversation, f.head from lanes f
        where f.kind = $1 and f.due is not null order by f.due limit 1000) first
      join deliveries d on d.conversation = first.conversation and d.sequence = first.head) as "oldestAcceptedAt"
  from lanes l where l.kind = $1`);

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
    const [inbound, outbound, reports] = await Promise.all([
      this.#length("inbound"),
      this.#length("outbound"),
      this.#length("reports"),
    ]);
    return { inbound, outbound, reports };
  }

  async #length(kind: LaneKind): Promise<Length> {
    const [length] = await this.#database.read<Length>(lengths, kindNumber(kind));
    return length ?? { lanes: 0, waiting: 0, oldestAcceptedAt: null };
  }
}
