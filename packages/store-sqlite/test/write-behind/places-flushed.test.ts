import { aText, anInboundAppend, noLeases } from "@parley/conformance";
import { expect, it } from "vitest";
import { OpenedTail } from "./tail/opened-tail.ts";

it("index entries of messages without ids are written when they are due, and not with a later statement", async () => {
  const tail = new OpenedTail(16);
  const count = "select count(*) as placed from sequences";
  const placed: (readonly unknown[])[] = [];
  for (let message = 0; message < 24; message += 1) {
    await tail.bench.append(anInboundAppend({ messages: [aText(`${message}`)] }), noLeases);
    tail.database.commit((connection) => {
      placed.push([connection.getWithoutFlush(count), connection.get(count)]);
    });
  }
  tail.close();
  expect(placed.map(([before]) => before)).toEqual(placed.map(([, after]) => after));
  expect(placed.at(-1)).not.toEqual([{ placed: 0 }, { placed: 0 }]);
});
