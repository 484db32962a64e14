import {
  type Backlog,
  type DeliveryQuery,
  type DeliveryStore,
  type LaneKind,
  type Page,
  type PageRequest,
  type StoredDelivery,
} from "@parley/core";
import type { Connection } from "./connection.ts";
import type { Database } from "./database.ts";
import { readDeliveries, readDelivery } from "./delivery-pages.ts";
import { kindNumber } from "./lane-rows.ts";

/** The one statement that reads a table through, on purpose: what waits is little, or the one thing that matters. */
const lengths = `select sum(kind = 0) as inboundLanes, sum(iif(kind = 0, waiting, 0)) as inbound,
  sum(kind = 1) as outboundLanes, sum(iif(kind = 1, waiting, 0)) as outbound,
  sum(kind = 2) as reportsLanes, sum(iif(kind = 2, waiting, 0)) as reports from lanes`;
const oldest = `select min(d.accepted_at) as acceptedAt
  from (select conversation, head from lanes where kind = +? and due is not null order by due limit 1000) l
  join deliveries d on d.conversation = l.conversation and d.sequence = l.head and d.fresh is null`;

/** `DeliveryStore` on SQLite. */
export class SqliteDeliveryStore implements DeliveryStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async deliveries(query: DeliveryQuery, request: PageRequest): Promise<Page<StoredDelivery>> {
    return this.#database.readWritten((connection) => readDeliveries(connection, query, request));
  }

  async delivery(conversationId: string, sequence: number): Promise<StoredDelivery | null> {
    return this.#database.readWritten((connection) =>
      readDelivery(connection, conversationId, sequence),
    );
  }

  async backlog(): Promise<Backlog> {
    return this.#database.readWritten((connection) => {
      const sums = connection.get<Lengths>(lengths);
      const of = (kind: LaneKind): Backlog[LaneKind] => ({
        lanes: sums?.[`${kind}Lanes`] ?? 0,
        waiting: sums?.[kind] ?? 0,
        oldestAcceptedAt: oldestOf(connection, kind),
      });
      return { inbound: of("inbound"), outbound: of("outbound"), reports: of("reports") };
    });
  }
}

/** Sums over no lane are null. */
type Lengths = Readonly<Record<LaneKind | `${LaneKind}Lanes`, number | null>>;

function oldestOf(connection: Connection, kind: LaneKind): number | null {
  return (
    connection.get<{ acceptedAt: number | null }>(oldest, kindNumber(kind))?.acceptedAt ?? null
  );
}
