import { describe, expect, it } from "vitest";
import { cursorOf, pageOf } from "../../src/sql-store/page.ts";

const position = (row: number) => [row, 7];
const itemOf = (row: number) => `item ${row}`;

describe("a page of rows", () => {
  it("names the position of its last row when there is one row more than asked for", () => {
    expect(pageOf([5, 4, 3], 2, position, itemOf)).toEqual({
      items: ["item 5", "item 4"],
      next: "4-7",
    });
  });

  it("is the last one when there are no more rows than asked for", () => {
    expect(pageOf([5, 4], 2, position, itemOf).next).toBe(null);
    expect(pageOf([], 2, position, itemOf)).toEqual({ items: [], next: null });
  });
});

describe("a cursor", () => {
  it("is read as the numbers that a page made it of", () => {
    expect(cursorOf({ before: "4-7", limit: 2 }, 2)).toEqual([4, 7]);
  });

  it("that is missing stands for the end of everything", () => {
    expect(cursorOf({ before: null, limit: 2 }, 1)).toEqual([Number.MAX_SAFE_INTEGER]);
  });

  for (const before of ["", "4", "4-7-1", "4-x", "-4-7", "4 -7", "9007199254740993-7"]) {
    it(`that no page gave is refused: ${JSON.stringify(before)}`, () => {
      expect(cursorOf({ before, limit: 2 }, 2)).toBe(null);
    });
  }
});
