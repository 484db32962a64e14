import { describe, expect, it } from "vitest";
import {
  type DeliveryColumns,
  deliveryPage,
  rowsForPage,
  storedDelivery,
} from "../../src/sql-store/delivery-page.ts";

const row = (sequence: number, more: Partial<DeliveryColumns> = {}): DeliveryColumns => ({
  conversation: 3,
  conversationId: "c3",
  channelId: "shop",
  sequence,
  messageSequence: sequence,
  kind: 0,
  state: 0,
  failure: null,
  acceptedAt: 100,
  record: null,
  attempt: null,
  due: null,
  token: null,
  memo: null,
  ...more,
});
const request = { before: null, limit: 1 };

describe("a page of deliveries", () => {
  it("holds those of the wanted channel and kind alone", () => {
    const rows = [row(5, { kind: 1 }), row(4, { channelId: "other" }), row(3)];
    const query = { state: "waiting", kind: "inbound", channelId: "shop" } as const;
    const { items, next } = deliveryPage(rows, query, request);
    expect(items.map(({ sequence }) => sequence)).toEqual([3]);
    expect(next).toBe(null);
  });

  it("goes on behind the last row that was read, though none of them was wanted", () => {
    const query = { state: "waiting", channelId: "shop" } as const;
    const rows = Array.from({ length: rowsForPage(query, request) }, (_, index) =>
      row(2_000 - index, { channelId: "other" }),
    );
    expect(deliveryPage(rows, query, request)).toEqual({ items: [], next: "3-0-1001" });
  });

  it("of failed ones goes on by when they were accepted", () => {
    const rows = [row(5, { state: 2 }), row(4, { state: 2 })];
    expect(deliveryPage(rows, { state: "failed" }, request).next).toBe("100-3-5");
  });
});

describe("a stored delivery", () => {
  it("at the head of its lane has the lane's attempts, memo and time", () => {
    const head = row(5, { attempt: 2, due: 900, memo: '"tried"', record: '"old"' });
    expect(storedDelivery(head)).toMatchObject({ attempt: 2, due: 900, record: "tried" });
  });

  it("that is leased is not due, and behind the head was not attempted", () => {
    expect(storedDelivery(row(5, { attempt: 1, due: 900, token: 4 })).due).toBe(null);
    expect(storedDelivery(row(5, { record: '"sent"' }))).toMatchObject({
      attempt: 0,
      record: "sent",
    });
  });

  it("that was superseded has failed", () => {
    expect(storedDelivery(row(5, { state: 3 })).state).toBe("failed");
  });
});
