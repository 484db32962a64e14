import {
  type Backlog,
  type DeliveryQuery,
  type DeliveryStore,
  type Page,
  type PageRequest,
  type SentMessage,
  type StoredDelivery,
} from "@parley/core";
import { readBacklog } from "./backlog.ts";
import type { Database } from "../connection/database.ts";
import { readDeliveries, readDelivery, readSentMessage } from "./delivery-pages.ts";

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

  async sentMessage(conversationId: string, sequence: number): Promise<SentMessage | null> {
    return this.#database.read((connection) =>
      readSentMessage(connection, conversationId, sequence),
    );
  }

  async backlog(): Promise<Backlog> {
    return this.#database.read(readBacklog);
  }
}
