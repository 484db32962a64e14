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
import type { Connection } from "./connection.ts";
import type { Database } from "./database.ts";
import { readDeliveries, readDelivery } from "./delivery-pages.ts";
import { kindNumber } from "./lane-rows.ts";

const lengths = `select count(*) as lanes, coalesce(sum(waiting), 0) as waiting from lanes where kind = +?`;
const oldest = `select min(d.accepted_at) as acceptedAt
  from (select conversation, head from lanes where kind = +? and due is not null order by due limit 1000) l
  join deliveries d on d.conversation = l.conversation and d.sequence = l.head`;

/** `DeliveryStore` on SQLite. */
export class SqliteDeliveryStore implements DeliveryStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async deliveries(query: DeliveryQuery, request: PageRequest): Promise<Page<StoredDelivery>> {
    return this.#database.read((connection) => readDeliveries(connection, query, request));
  }

  async delivery(conversationId: string, sequence: number): Promise<StoredDelivery | null> {
    return this.#database.read((connection) => readDelivery(connection, conversationId, sequence));
  }

  async backlog(): Promise<Backlog> {
    return this.#database.read((connection) => {
      const [inbound, outbound, reports] = laneKinds.map((kind) => lengthOf(connection, kind)) as [
        Length,
        Length,
        Length,
      ];
      return { inbound, outbound, reports };
    });
  }
}

type Length = Backlog[LaneKind];

function lengthOf(connection: Connection, kind: LaneKind): Length {
  const number = kindNumber(kind);
  const row = connection.get<{ lanes: number; waiting: number }>(lengths, number);
  const head = connection.get<{ acceptedAt: number | null }>(oldest, number);
  const { lanes, waiting } = row ?? { lanes: 0, waiting: 0 };
  return { lanes, waiting, oldestAcceptedAt: head?.acceptedAt ?? null };
}
