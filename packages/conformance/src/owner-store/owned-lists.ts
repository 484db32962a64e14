import type { OwnedQuery } from "@parley/core";
import { assign, aTransition, beginIdle, startAgain } from "../message-store/owners/owner-bench.ts";
import { hostileTexts } from "../samples/hostile-texts.ts";
import { allPages } from "../stores/all-pages.ts";
import type { Check, StoreBench } from "../stores/store-bench.ts";
import { want } from "../want.ts";

/** Visitors of the conversations that a query selects, in its order. */
async function owned(
  bench: StoreBench,
  query: OwnedQuery,
  limit = 200,
): Promise<readonly string[]> {
  const pages = await allPages(limit, (page) => bench.stores.owners.owned(query, page));
  return pages.flat().map(({ visitorKey }) => visitorKey);
}

/** Six conversations: two of `default`, three of `sales`, one of nobody. `5` and `2` are Ada's. */
async function sixOwned(bench: StoreBench): Promise<void> {
  for (const [visitorKey, backend, assignee] of [
    ["1", "default", null],
    ["2", "sales", "ada"],
    ["3", null, null],
    ["4", "sales", null],
    ["5", "default", "ada"],
    ["6", "sales", "bo"],
  ] as const) {
    bench.now += 10;
    const id = await beginIdle(bench, { visitorKey });
    const change = await aTransition(bench, id, backend, { to: { backend, assignee } });
    const isNone = backend === "default" && assignee === null;
    const { status } = await bench.append(change);
    want("it is given away", status, isNone ? "repeated" : "stored");
  }
}

export function checkOwned(check: Check): void {
  check(
    "conversations are listed by backend and by assignee, newest activity first",
    async (bench) => {
      await sixOwned(bench);
      const cases: readonly (readonly [OwnedQuery, readonly string[]])[] = [
        [{}, ["6", "5", "4", "3", "2", "1"]],
        [{ backends: ["sales"] }, ["6", "4", "2"]],
        [{ backends: ["default"] }, ["5", "1"]],
        [{ backends: [null] }, ["3"]],
        [{ backends: ["default", null] }, ["5", "3", "1"]],
        [{ backends: ["default", "sales", "support", null] }, ["6", "5", "4", "3", "2", "1"]],
        [{ backends: ["support"] }, []],
        [{ backends: ["unheard-of"] }, []],
        [{ backends: [] }, []],
        [{ assignee: "ada" }, ["5", "2"]],
        [{ assignee: "nobody" }, []],
        [{ backends: ["sales"], assignee: "ada" }, ["2"]],
        [{ backends: ["default", "sales"], assignee: "bo" }, ["6"]],
        [{ backends: [null], assignee: "ada" }, []],
      ];
      for (const [query, visitors] of cases)
        for (const limit of [1, 2, 200])
          want(`${JSON.stringify(query)} by ${limit}`, await owned(bench, query, limit), visitors);
    },
  );

  check("a page holds conversations as they are found by their ids", async (bench) => {
    await sixOwned(bench);
    await startAgain(bench);
    const { items, next } = await bench.stores.owners.owned(
      { backends: ["sales"] },
      { before: null, limit: 200 },
    );
    const found = items.map(({ id }) => bench.stores.conversations.find({ id }));
    want("each in every field", items, await Promise.all(found));
    want("and no further page", next, null);
  });

  check("a conversation moves in the lists with its activity and its owner", async (bench) => {
    await sixOwned(bench);
    bench.now += 10;
    await beginIdle(bench, { visitorKey: "2" });
    want("first by activity", await owned(bench, { backends: ["sales"] }), ["2", "6", "4"]);
    await assign(bench, "shop-key-6", "default");
    want("gone", await owned(bench, { backends: ["sales"] }), ["2", "4"]);
    want("to its place with the other", await owned(bench, { backends: ["default"] }), [
      "6",
      "5",
      "1",
    ]);
    want("without its assignee", await owned(bench, { assignee: "bo" }), []);
    await bench.erase("shop-key-6");
    want("once erased it is in none", await owned(bench, { backends: ["default"] }), ["5", "1"]);
  });

  check("at equal instants the newer conversation is first", async (bench) => {
    for (const visitorKey of ["1", "2", "3"])
      await beginIdle(bench, { visitorKey, backend: "sales" });
    for (const limit of [1, 200])
      want(`by ${limit}`, await owned(bench, { backends: ["sales"] }, limit), ["3", "2", "1"]);
  });

  check("an assignee is any text, compared to the letter", async (bench) => {
    const id = await beginIdle(bench);
    const texts = [...hostileTexts, "Ada", "ada ", "\ud800", "a".repeat(255)];
    for (const assignee of texts) {
      await assign(bench, id, null, { to: { backend: "default", assignee } });
      want(`${assignee}: found`, await owned(bench, { assignee }), ["1"]);
      want("nothing else is", await owned(bench, { assignee: "ada" }), []);
      want("counted", await bench.stores.owners.counts(), [
        { backend: "default", assignee, conversations: 1 },
      ]);
    }
  });
}

export function checkCounts(check: Check): void {
  check("conversations are counted by backend and assignee", async (bench) => {
    const counts = async () =>
      (await bench.stores.owners.counts())
        .map(({ backend, assignee, conversations }) => [backend, assignee, conversations])
        .map((row) => JSON.stringify(row))
        .toSorted();
    const rows = (...all: readonly unknown[]) => all.map((row) => JSON.stringify(row)).toSorted();
    want("none", await counts(), []);
    await sixOwned(bench);
    await beginIdle(bench, { visitorKey: "7" });
    const others = [
      ["sales", "ada", 1],
      ["sales", "bo", 1],
      ["sales", null, 1],
      [null, null, 1],
    ];
    want(
      "one row for each",
      await counts(),
      rows(["default", null, 2], ["default", "ada", 1], ...others),
    );
    await assign(bench, "shop-key-5", "default");
    await assign(bench, "shop-key-7", "sales");
    await bench.erase("shop-key-3");
    await startAgain(bench);
    want("none for an owner of nothing", await counts(), [
      ...rows(["default", null, 2], ["sales", null, 2], ["sales", "ada", 1], ["sales", "bo", 1]),
    ]);
  });
}
