import { aText, anIdentity, anInboundAppend, noLeases } from "@parley/conformance";
import { expect, it, vi } from "vitest";
import { RecentIdentities } from "../../src/write-behind/recent-identities.ts";
import { TailDeliveries } from "../../src/write-behind/tail-deliveries.ts";
import { OpenedTail } from "./tail/opened-tail.ts";

const batch = 8;

it("the two orders of a batch are sorted in two commits, so that none waits for both", async () => {
  const tail = new OpenedTail(2 * batch);
  const orders = [TailDeliveries, RecentIdentities].map(({ prototype }) =>
    vi.spyOn(prototype, "order"),
  );
  const made: (readonly number[])[] = [];
  for (let message = 0; message < batch + 3; message += 1) {
    const identity = anIdentity(`${message}`, "hello", 1_000);
    const messages = [aText(`${message}`)];
    await tail.bench.append(anInboundAppend({ identity, messages }), noLeases);
    made.push(orders.map((order) => order.mock.calls.length));
  }
  orders.forEach((order) => order.mockRestore());
  tail.close();
  const before = Array.from({ length: batch }, () => [0, 0]);
  expect(made).toEqual([...before, [1, 0], [1, 1], [1, 1]]);
});
