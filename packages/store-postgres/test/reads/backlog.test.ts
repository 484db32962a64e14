import { delivered, StoreBench } from "@parley/conformance";
import { afterAll, expect, it, vi } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { openStores, stopPostgres } from "../support/opened-stores.ts";

afterAll(stopPostgres);

it("what waits is told as it was at one instant, whatever is committed meanwhile", async () => {
  const bench = new StoreBench(await openStores());
  const lease = await bench.accept();
  const { read } = Database.prototype;
  let last: Promise<unknown> = Promise.resolve();
  let reads = 0;
  const spy = vi.spyOn(Database.prototype, "read");
  spy.mockImplementation(function oneByOne(this: Database, statement, ...values) {
    if (!statement.text.includes("from lanes")) return read.call(this, statement, ...values);
    const turn = last.then(async () => {
      reads += 1;
      // Whoever reads in parts has the lane settled in between.
      if (reads === 2) await bench.settle(lease, delivered);
      return read.call(this, statement, ...values);
    });
    last = turn;
    return turn;
  } as typeof read);
  const { inbound } = await bench.stores.deliveries.backlog();
  spy.mockRestore();
  expect(inbound).toEqual({ lanes: 1, waiting: 1, oldestAcceptedAt: bench.now });
  await bench.stores.close();
});
