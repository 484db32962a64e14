import { Client } from "pg";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { type Element, textArray } from "../../src/statements/text-array.ts";
import { made } from "../../src/statements/statement.ts";
import { postgres, stopPostgres } from "../support/opened-stores.ts";

afterAll(stopPostgres);

/** The values that the database reads from a column. */
async function read(type: string, column: readonly Element[]) {
  const { connectionString } = await postgres();
  const client = new Client({ connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query<{ value: unknown }>({
    text: `select value from unnest($1::${type}[]) with ordinality as u (value, place) order by place`,
    values: [textArray(column)],
  });
  return rows.map(({ value }) => value);
}

it("a column reaches the database unchanged, whatever its values", async () => {
  const texts = [
    "",
    "NULL",
    "null",
    `{"type":"text","text":"a \\"quoted\\" \\u0000 {}, \\\\ back"}`,
    "{a,b}",
    ` spaces, \t tabs\r\n and "quotes" \\`,
    "'; drop table lanes; --",
    "grüße 👋 \u{2028}",
    null,
  ];
  expect(await read("text", texts)).toEqual(texts);
  const numbers = [0, -1, 2 ** 31, -(2 ** 32), -(2 ** 40) - 7, Number.MAX_SAFE_INTEGER, null];
  expect(await read("bigint", numbers)).toEqual(numbers.map((one) => one?.toString() ?? null));
  const integers = [0, -1, 2 ** 31 - 1, -(2 ** 31), null];
  expect(await read("integer", integers)).toEqual(integers);
  expect(await read("smallint", [0, -1, 2 ** 15 - 1, null])).toEqual([0, -1, 2 ** 15 - 1, null]);
  const bytes = new Uint8Array([9, 0, 255, 92, 34, 9]).subarray(1, 5);
  expect(await read("bytea", [bytes, null, new Uint8Array()])).toEqual([
    Buffer.from([0, 255, 92, 34]),
    null,
    Buffer.alloc(0),
  ]);
  expect(await read("tid", ["(0,1)", "(4294967295,65535)", null])).toEqual([
    "(0,1)",
    "(4294967295,65535)",
    null,
  ]);
  expect(await read("xid", ["3", "4294967295", null])).toEqual(["3", "4294967295", null]);
  expect(await read("text", [])).toEqual([]);
});

it("a text with lone surrogates is encoded as everywhere else", async () => {
  expect(await read("text", ["a\ud800b"])).toEqual(["a\ufffdb"]);
});

describe("every statement", () => {
  it("declares the types of its columns", () => {
    const texts = made().map(({ text }) => text);
    expect(texts.length).toBeGreaterThan(60);
    for (const text of texts) {
      expect(text).not.toMatch(/\b(?:any|all)\s*\(\s*\$\d+(?!\d*::\w+\[\])/);
      for (const [, arguments_ = ""] of text.matchAll(/\bunnest\(([^)]*)\)/g))
        expect(arguments_.replaceAll(/\$\d+::\w+\[\]/g, "")).not.toContain("$");
    }
  });
});

it.each([
  ["bigint", 1.5],
  ["bigint", Number.NaN],
  ["bigint", 2 ** 64],
  ["integer", 2 ** 31],
  ["smallint", 2 ** 15],
])("of %s, %s is an error of this row", async (type, value) => {
  await expect(read(type, [value])).rejects.toMatchObject({ code: expect.stringMatching(/^22/) });
});

it("a value of no column is refused here", () => {
  expect(() => textArray([undefined as never])).toThrow(expect.objectContaining({ code: "22023" }));
});
