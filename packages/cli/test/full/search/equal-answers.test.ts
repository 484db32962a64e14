import {
  aText,
  anInboundAppend,
  hitId,
  noLeases,
  type OpenedStores,
  SeededRandom,
  StoreBench,
} from "@parley/conformance";
import { createMemoryStores } from "@parley/core/memory";
import { startPostgres } from "@parley/embedded-postgres";
import { expect, it, onTestFinished } from "vitest";
import { TemporaryDirectory } from "../../support/temporary-directory.ts";
import { openMoved, openMoving } from "../../migrate/moving-stores.ts";

const queries = 2_000;
const words =
  'parcel Straße ПОСЫЛКА заказ żółta łódź הזמנה طلبي 注文は 退款 주문이 café cafe\u0301 ﬁsh 👍🏽 100% "x" \\ a an ana anna banana I İ ı ς Σ ｆｕｌｌ order-4711 _ \' x'.split(
    " ",
  );
const random = new SeededRandom(46);
const below = (bound: number) => Math.floor(random.fraction() * bound);
const word = () => words[below(words.length)] ?? "";
const sentence = (most: number) => Array.from({ length: 1 + below(most) }, word).join(" ");

/** A part of a sentence, in another case now and then. It may begin or end within a character. */
function query(): string {
  const text = sentence(4);
  const start = below(text.length);
  const part = text.slice(start, start + 1 + below(12));
  return [part, part.toUpperCase(), part.toLowerCase(), `${part} ${word()}`][below(4)] ?? part;
}

/** The same conversations in every store, each message at an instant of its own. */
async function fill(
  stores: OpenedStores,
  appends: ReturnType<typeof someAppends>,
): Promise<StoreBench> {
  const bench = new StoreBench(stores);
  for (const append of appends) {
    bench.now += 10;
    await bench.store(append, noLeases);
  }
  for (const id of ["shop-key-3", "shop-key-11"]) await bench.erase(id);
  await bench.index();
  return bench;
}

const someAppends = () =>
  Array.from({ length: 300 }, () =>
    anInboundAppend({
      visitorKey: `${below(30)}`,
      profile: below(3) === 0 ? { name: sentence(2), email: `${below(99)}@${word()}` } : {},
      messages: [aText(sentence(8))],
    }),
  );

it("SQLite, PostgreSQL and memory give equal answers to 2,000 random queries", async () => {
  const directory = new TemporaryDirectory();
  const server = await startPostgres({ fsync: false });
  const places = { directory: directory.path, to: server.connectionString, schema: "parley" };
  const memory = createMemoryStores();
  const opened: OpenedStores[] = [
    { ...memory, reopen: () => Promise.reject(new Error("unused")), close: async () => {} },
    await openMoving(places),
    await openMoved(places),
  ];
  onTestFinished(async () => {
    for (const stores of opened) await stores.close();
    await server.stop();
    directory[Symbol.dispose]();
  });
  const appends = someAppends();
  // One after the other: SQLite and memory hold up the event loop, and PostgreSQL's time limits are short.
  const benches: StoreBench[] = [];
  for (const stores of opened) benches.push(await fill(stores, appends));
  let hits = 0;
  for (let number = 0; number < queries; number += 1) {
    const text = query();
    const limit = 1 + below(40);
    const answers: string[][] = [];
    for (const bench of benches) answers.push(await pagesOf(bench, text, limit));
    const [wanted, ...others] = answers;
    for (const other of others) expect(other, JSON.stringify(text)).toEqual(wanted);
    hits += wanted?.length ?? 0;
  }
  expect(hits).toBeGreaterThan(queries);
}, 600_000);

/** The first pages, hit by hit. */
async function pagesOf({ search }: StoreBench, text: string, limit: number): Promise<string[]> {
  const found: string[] = [];
  let before: string | null = null;
  for (let pages = 0; pages < 3; pages += 1) {
    const page = await search.find(text, { before, limit });
    found.push(...page.items.map(hitId));
    before = page.next;
    if (before === null) break;
  }
  return found;
}
