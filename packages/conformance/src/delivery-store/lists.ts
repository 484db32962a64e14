import {
  aResendAppend,
  anInboundAppend,
  anOutboundAppend,
  aText,
  failed,
  noLeases,
} from "../samples/samples.ts";
import { type Check } from "../stores/store-bench.ts";
import { want } from "../want.ts";
import { listDeliveries, deliveryIdsOf } from "./list-deliveries.ts";

export function checkLists(check: Check): void {
  check(
    "failed deliveries are listed newest first, until their message is sent again",
    async (bench) => {
      const ids: string[] = [];
      for (const visitorKey of ["1", "2", "3"]) {
        bench.now += 10;
        const id = await bench.converse(visitorKey);
        ids.push(id);
        await bench.settle(await bench.reply(id), failed("{}"), noLeases);
      }
      const all = ids.map((id) => `${id}.2`).toReversed();
      want("page by page", deliveryIdsOf(await listDeliveries(bench, { state: "failed" }, 2)), all);
      await bench.store(aResendAppend(ids[1] ?? "", 2));
      want(
        "without the one under way",
        deliveryIdsOf(await listDeliveries(bench, { state: "failed" })),
        [`${ids[2]}.2`, `${ids[0]}.2`],
      );
    },
  );

  check(
    "waiting deliveries are listed conversation by conversation, each lane from its end",
    async (bench) => {
      const first = await bench.converse("1");
      const second = await bench.converse("2");
      await bench.storeAll([
        anOutboundAppend(first, { messages: [aText("a"), aText("b")] }),
        anInboundAppend({ visitorKey: "1" }),
        anOutboundAppend(second),
      ]);
      const wanted = [`${second}.2`, `${first}.3`, `${first}.2`, `${first}.4`];
      for (const limit of [1, 2, 3, 200])
        want(
          `in pages of ${limit}`,
          deliveryIdsOf(await listDeliveries(bench, { state: "waiting" }, limit)),
          wanted,
        );
    },
  );

  check("a list may be of one kind, of one channel, or both", async (bench) => {
    const other = anInboundAppend({ channelKey: "bar-key", channelId: "bar" });
    for (const state of ["failed", "waiting"] as const) {
      const id = await bench.converse(state);
      const leases = [
        await bench.accept({ ...other, visitorKey: state, candidateId: `bar-${state}` }),
        await bench.accept(anInboundAppend({ visitorKey: state })),
        await bench.reply(id),
      ];
      if (state === "failed") for (const lease of leases) await bench.settle(lease, failed());
      const inShop = { state, channelId: "shop" };
      for (const limit of [1, 200]) {
        want(
          "inbound",
          deliveryIdsOf(await listDeliveries(bench, { state, kind: "inbound" }, limit)).toSorted(),
          [`bar-${state}.1`, `${id}.2`],
        );
        want("of the shop", deliveryIdsOf(await listDeliveries(bench, inShop, limit)).toSorted(), [
          `${id}.2`,
          `${id}.3`,
        ]);
        want(
          "both",
          deliveryIdsOf(await listDeliveries(bench, { ...inShop, kind: "outbound" }, limit)),
          [`${id}.3`],
        );
        want("of nobody", await listDeliveries(bench, { state, channelId: "nobody" }, limit), []);
      }
    }
  });

  check(
    "deliveries of one conversation are listed newest first, whatever their state",
    async (bench) => {
      const id = await bench.converse();
      await bench.settle(await bench.reply(id), failed());
      await bench.reply(id);
      const found = await listDeliveries(bench, { conversationId: id }, 2);
      want(
        "all three",
        found.map(({ sequence, state }) => [sequence, state]),
        [
          [3, "waiting"],
          [2, "failed"],
          [1, "delivered"],
        ],
      );
      want("none of nobody", await listDeliveries(bench, { conversationId: "nobody" }), []);
    },
  );
}

export function checkCursors(check: Check): void {
  check("a cursor that no page gave ends the list instead of failing", async (bench) => {
    const id = await bench.converse();
    await bench.settle(await bench.reply(id), failed());
    await bench.reply(id);
    const queries = [{ state: "waiting" }, { state: "failed" }, { conversationId: id }] as const;
    for (const query of queries) {
      for (const before of ["", "x", "--", "1-2", "1-2-3-4", "9e99", "' or 1"]) {
        const page = await bench.stores.deliveries.deliveries(query, { before, limit: 5 });
        want("an empty page", page, { items: [], next: null });
      }
    }
  });

  check("what is wanted is found among much that is not", async (bench) => {
    const texts = Array.from({ length: 20 }, () => aText("x"));
    const other = { channelKey: "bar-key", channelId: "bar" };
    const needle = await bench.converse("needle");
    await bench.store(anOutboundAppend(needle), noLeases);
    for (let visitor = 0; visitor < 120; visitor += 1) {
      const append = anInboundAppend({ ...other, visitorKey: `${visitor}`, messages: texts });
      await bench.store(append, noLeases);
    }
    want(
      "one of many",
      deliveryIdsOf(await listDeliveries(bench, { state: "waiting", channelId: "shop" }, 5)),
      [`${needle}.2`],
    );
  });
}
