import { aBudget, anOwnerAppend } from "@parley/conformance";
import type { Append, AppendResult, CommitResult, LeaseBudget, Settlement } from "@parley/core";
import { Client } from "pg";
import { onTestFinished } from "vitest";
import { Database } from "../../../src/connection/database.ts";
import { postgres, storesOver } from "../../support/opened-stores.ts";

export const now = 1_700_000_000_000;
export const id = "shop-key-1";
const each = { inbound: 9, reports: 9, notices: 9 };
const forSales = { others: { sales: each } };
export const toSales = anOwnerAppend(id, { backend: "sales", assignee: null });

/** One node over a schema, which leases for `default` and `sales`. */
export class Node {
  readonly database: Database;
  readonly stores: ReturnType<typeof storesOver>;
  readonly #owner: string;

  private constructor(database: Database, owner: string) {
    this.database = database;
    this.stores = storesOver(database);
    this.#owner = owner;
  }

  static async start(
    schema: string,
    owner: string,
    names: readonly string[] = ["sales"],
  ): Promise<Node> {
    const { connectionString: connection } = await postgres();
    const database = await Database.open({ connection, schema, allowNonDurable: true });
    onTestFinished(() => database.close());
    const node = new Node(database, owner);
    await node.stores.backends.open({ names, takesDefault: null });
    return node;
  }

  commit(
    appends: readonly Append[],
    settlements: readonly Settlement[] = [],
    changes: Partial<LeaseBudget> = {},
  ): Promise<CommitResult> {
    const budget = aBudget({ owner: this.#owner, ...forSales, ...changes });
    return this.stores.messages.commit({ appends, settlements }, now, budget);
  }

  async append(one: Append): Promise<AppendResult | undefined> {
    return (await this.commit([one])).appends[0];
  }

  claim() {
    return this.stores.messages.claim(now, aBudget({ owner: this.#owner, ...forSales }));
  }

  async owner() {
    return (await this.stores.conversations.find({ id }))?.owner;
  }
}

export async function connect(): Promise<Client> {
  const client = new Client({ connectionString: (await postgres()).connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
