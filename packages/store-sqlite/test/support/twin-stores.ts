import {
  aText,
  aResendAppend,
  anIdentity,
  anInboundAppend,
  anOutboundAppend,
  delivered,
  failed,
  type OpenedStores,
  retryAt,
  StoreBench,
} from "@parley/conformance";
import type { Append, EntryKind, Lease, Page, PageRequest, Verdict } from "@parley/core";
import { Database } from "../../src/connection/database.ts";
import { SqliteExport } from "../../src/export/export.ts";
import { fileName, storesOver, temporaryDirectory } from "./opened-stores.ts";

const visitors = ["a", "b", "c", "d", "e"] as const;
const pageSize = 3;
const exportedKinds = [
  "conversations",
  "deliveries",
  "idempotencyKeys",
] as const satisfies EntryKind[];

/** Ways to read, by name. */
export type Reads = Readonly<Record<string, () => Promise<unknown>>>;

/** A store that gets the same calls as another one. */
export class TwinStores {
  readonly database: Database;
  readonly path: string;
  readonly bench: StoreBench;
  readonly #exported: SqliteExport;
  readonly #remove: () => void;
  #leases: readonly Lease[] = [];
  #steps = 0;

  constructor() {
    const { directory, remove } = temporaryDirectory();
    this.#remove = remove;
    this.path = `${directory}/${fileName}`;
    this.database = Database.open({ directory, fileName });
    this.#exported = new SqliteExport(this.database);
    const stores: OpenedStores = {
      ...storesOver(this.database),
      reopen: async () => stores,
      close: async () => {},
    };
    this.bench = new StoreBench(stores);
  }

  /** The next commit: new messages of visitors and agents, and leased deliveries that succeed, fail or are retried. */
  async step(): Promise<unknown> {
    const step = this.#steps;
    const settled = this.#leases.slice(0, 2);
    const settlements = settled.map(({ lane, token }, index) => ({
      lane,
      token,
      verdict: verdictOf(step + index, this.bench.now),
    }));
    const { appends, leases } = await this.bench.commit({ appends: appendsOf(step), settlements });
    this.#steps += 1;
    this.#leases = [...this.#leases.slice(2), ...leases];
    this.bench.now += 1;
    return appends;
  }

  /** Sends the messages of the last commits again: the store must recognise each. */
  repeat(): Promise<unknown> {
    const given = [...Array(this.#steps).keys()].slice(-4).flatMap(appendsOf);
    return this.bench.commit({ appends: given.filter(({ kind }) => kind !== "again") });
  }

  /** Every way to read. */
  readonly reads: Reads = {
    "messages, page by page": () =>
      this.#each((id) => pages((request) => this.bench.stores.conversations.messages(id, request))),
    "the newest messages": () => this.#each((id) => this.bench.messages(id)),
    conversations: () => this.#each((id) => this.bench.stores.conversations.find({ id })),
    "conversations by visitor": () =>
      this.#each((_, visitorKey) =>
        this.bench.stores.conversations.find({ channelKey: "shop-key", visitorKey }),
      ),
    "dead letters": () => pages((request) => this.bench.stores.deadLetters.deadLetters(request)),
    backlog: () => this.bench.stores.deliveries.backlog(),
    "what is due next": () => this.bench.stores.messages.nextDueAt(),
    "the list of conversations": () =>
      pages((request) => this.bench.stores.conversations.list(request)),
    "waiting deliveries": () => this.#deliveries("waiting"),
    "failed deliveries": () => this.#deliveries("failed"),
    "deliveries of a conversation": () =>
      this.#each((conversationId) =>
        pages((request) => this.bench.stores.deliveries.deliveries({ conversationId }, request)),
      ),
    "one delivery": () => this.#each((id) => this.bench.stores.deliveries.delivery(id, 1)),
    "counts of the export": () => this.#exported.counts(),
    "pages of the export": () =>
      Promise.all(exportedKinds.map((kind) => this.#exported.page(kind, null, 1_000))),
  };

  close(): void {
    this.database.close();
    this.#remove();
  }

  #deliveries(state: "waiting" | "failed"): Promise<unknown> {
    return pages((request) => this.bench.stores.deliveries.deliveries({ state }, request));
  }

  #each(read: (id: string, visitorKey: string) => Promise<unknown>): Promise<unknown> {
    return Promise.all(visitors.map((visitor) => read(`shop-key-${visitor}`, visitor)));
  }
}

/** The result of each read, by its name. */
export async function resultsOf(reads: Reads): Promise<Readonly<Record<string, unknown>>> {
  const results: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(reads)) results[name] = await read();
  return results;
}

async function pages<Item>(
  read: (request: PageRequest) => Promise<Page<Item>>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let before: string | null = null;
  do {
    const page: Page<Item> = await read({ before, limit: pageSize });
    items.push(...page.items);
    before = page.next;
    if (items.length > 1_000) throw new Error("there is no end of pages");
  } while (before !== null);
  return items;
}

function appendsOf(step: number): Append[] {
  const visitorKey = visitors[(step * 3) % visitors.length] ?? "a";
  const inbound = anInboundAppend({
    visitorKey,
    messages: [aText(`from ${visitorKey}: ${step}`)],
    identity: anIdentity(`id ${step}`, "hello", 3_600_000),
  });
  const id = `shop-key-${visitors[step % 2]}`;
  const outbound = anOutboundAppend(id, {
    idempotencyKey: `key ${step}`,
    messages: Array.from({ length: 1 + (step % 3) }, (_, part) =>
      aText(`to ${id}: ${step}-${part}`),
    ),
  });
  const again = step % 4 === 3 ? [aResendAppend(id, 1 + (step % 7), "outbound")] : [];
  return [inbound, outbound, ...again];
}

function verdictOf(number: number, now: number): Verdict {
  if (number % 5 === 0) return failed(JSON.stringify({ about: number }));
  return number % 7 === 0 ? retryAt(now + 1_000) : delivered;
}
