import type { OwnerAppend } from "@parley/core";
import { assign, beginIdle, historyOf, startAgain } from "../message-store/owners/owner-bench.ts";
import { hostileTexts } from "../samples/hostile-texts.ts";
import { allPages } from "../stores/all-pages.ts";
import type { Check } from "../stores/store-bench.ts";
import { want } from "../want.ts";

export function checkHistory(check: Check): void {
  check("the history is listed newest first, page by page", async (bench) => {
    const id = await beginIdle(bench);
    const other = await beginIdle(bench, { visitorKey: "2" });
    want("empty at first", await historyOf(bench, id), []);
    for (const backend of ["sales", "support", "default", "sales", "support"])
      await assign(bench, id, backend, { name: `to-${backend}` });
    for (const limit of [1, 2, 5, 200]) {
      const pages = await allPages(limit, (page) => bench.stores.owners.history(id, page));
      want(
        `by ${limit}`,
        pages.flat().map(({ fence, name }) => `${fence} ${name}`),
        ["5 to-support", "4 to-sales", "3 to-default", "2 to-support", "1 to-sales"],
      );
    }
    want("of another", await historyOf(bench, other), []);
    want("of none", await historyOf(bench, "nobody"), []);
  });

  check("a change is kept field for field, whatever its texts are", async (bench) => {
    const id = await beginIdle(bench);
    const long = { name: "a".repeat(40), by: "b".repeat(255), why: "ü".repeat(1_000) };
    const texts = [...hostileTexts, "\ud800", ""];
    const wanted: unknown[] = [];
    let from: OwnerAppend["to"] = { backend: "default", assignee: null };
    const all = [long, ...texts.map((text) => ({ name: "assigned", by: text, why: text }))];
    for (const [index, words] of all.entries()) {
      bench.now += 1;
      const to = { backend: "default", assignee: `${index} ${words.by}` };
      await assign(bench, id, null, { to, ...words });
      wanted.unshift({ at: bench.now, ...words, from, to, fence: 0 });
      from = to;
    }
    await startAgain(bench);
    want("each", await historyOf(bench, id), wanted);
  });
}
