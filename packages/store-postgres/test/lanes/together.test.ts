import { expect, it } from "vitest";
import { statement, together } from "../../src/statements/statement.ts";

it("several writes are one statement, each with parameters of its own", () => {
  const first = statement("update one set a = $2 where b = $1");
  const second = statement("delete from two where c = any($1) and d = $2 and e <> $1");
  const write = together([
    { statement: first, values: [1, 2] },
    { statement: second, values: [["x"], "y"] },
  ]);
  expect(write.statement.text).toBe(
    "with part_0 as (update one set a = $2 where b = $1),\n" +
      "part_1 as (delete from two where c = any($3) and d = $4 and e <> $3) select",
  );
  expect(write.values).toEqual([1, 2, ["x"], "y"]);
});

it("equal statements have the same name, short enough for the server", () => {
  const all = Array.from({ length: 12 }, () => ({ statement: statement("select"), values: [] }));
  expect(together(all).statement).toBe(together(all).statement);
  expect(together(all).statement.name).not.toBe(together(all.slice(1)).statement.name);
  expect(together(all).statement.name.length).toBeLessThan(64);
});
