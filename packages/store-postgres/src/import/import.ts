import type { EntryKind, EntryPage, ImportState, StoreImport } from "@parley/core";
import type { Client } from "pg";
import { clearStore, isStoreEmpty } from "./import-place.ts";
import { inserts } from "./import-sections.ts";
import type { SchemaPlace } from "../schema/schema.ts";
import {
  beginMove,
  findMove,
  finishMove,
  type Move,
  noteProgress,
  notEmptyError,
} from "./moving.ts";
import { storeError } from "../connection/store-error.ts";

/** `StoreImport` on PostgreSQL, over the connection that holds the lock. */
export class PostgresImport implements StoreImport {
  readonly #client: Client;
  readonly #at: SchemaPlace;
  #move: Move | null = null;

  constructor(client: Client, at: SchemaPlace) {
    this.#client = client;
    this.#at = at;
  }

  async begin(source: string): Promise<ImportState> {
    this.#move = await this.#transact(async () => {
      const known = await findMove(this.#client);
      if (known === null && (await isStoreEmpty(this.#client)))
        return beginMove(this.#client, source);
      if (known?.source !== source) throw notEmptyError(this.#at, known);
      return known;
    });
    return this.#move;
  }

  async take<Kind extends EntryKind>(
    kind: Kind,
    { entries, next }: EntryPage<Kind>,
  ): Promise<void> {
    const move = this.#begun();
    const taken = move.kinds[kind].taken + entries.length;
    const kinds = { ...move.kinds, [kind]: { taken, cursor: next, isComplete: next === null } };
    await this.#transact(async () => {
      // A server crash loses only the newest of these, together with the progress recorded for them.
      await this.#client.query("set local synchronous_commit = off");
      await inserts[kind](this.#client, entries);
      await noteProgress(this.#client, kinds);
    });
    this.#move = { ...move, kinds };
  }

  async finish(): Promise<void> {
    this.#begun();
    await this.#transact(() => finishMove(this.#client));
  }

  async clear(): Promise<void> {
    await this.#transact(async () => {
      if ((await findMove(this.#client))?.isFinished === false) await clearStore(this.#client);
    });
  }

  #begun(): Move {
    if (this.#move === null) throw new Error("begin comes first");
    return this.#move;
  }

  async #transact<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#client.query("begin");
    try {
      const result = await work();
      await this.#client.query("commit");
      return result;
    } catch (error) {
      await this.#client.query("rollback").catch(() => {});
      throw storeError(error, this.#at.place);
    }
  }
}
