import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection } from "../../src/connection/connection.ts";
import { OpenedTail } from "./tail/opened-tail.ts";
import { RowBuffer, rowKind } from "../../src/write-behind/row-buffer.ts";

const pair = rowKind("insert into pairs (a, b) values", "(?, ?)");
const single = rowKind("delete from singles where a in (", "?", { after: ")", together: 3 });

/** A buffer, and a list of the statements it ran: the table and the number of values. */
function buffer() {
  const ran: (readonly [table: string, values: readonly unknown[]])[] = [];
  const rows = new RowBuffer((sql, values) => {
    expect(sql.split("?").length - 1).toBe(values.length);
    ran.push([sql.split(" ")[2] ?? "", values]);
  });
  return { rows, ran };
}

describe("rows that are written together", () => {
  it("are all written, each once, those of a kind in their order", () => {
    const steps = fc.array(fc.constantFrom("pair", "single", "flush"), { maxLength: 60 });
    fc.assert(
      fc.property(steps, (taken) => {
        const { rows, ran } = buffer();
        for (const [number, step] of taken.entries()) {
          if (step === "flush") rows.flush();
          if (step === "single") rows.add(single, number);
          if (step === "pair") rows.add(pair, number, -number);
        }
        rows.flush();
        const written = (table: string): readonly unknown[] =>
          ran.filter(([into]) => into === table).flatMap(([, values]) => values);
        const numbers = (kind: string): readonly number[] =>
          [...taken.keys()].filter((number) => taken[number] === kind);
        expect(written("singles")).toEqual(numbers("single"));
        expect(written("pairs")).toEqual(numbers("pair").flatMap((number) => [number, -number]));
      }),
    );
  });

  it("are all written when a flush ends", () => {
    const { rows, ran } = buffer();
    rows.add(pair, 1, 1);
    rows.add(single, 1);
    rows.add(pair, 2, 2);
    rows.flush();
    expect(ran).toEqual([
      ["pairs", [1, 1]],
      ["pairs", [2, 2]],
      ["singles", [1]],
    ]);
  });

  it("fill whole statements, and the rest is written one by one before another statement", () => {
    const { rows, ran } = buffer();
    const tell = (): readonly string[] => ran.map(([table, { length }]) => `${table} ${length}`);
    for (let number = 0; number < 10; number += 1) rows.add(pair, number, number);
    for (let number = 0; number < 4; number += 1) rows.add(single, number);
    expect(tell()).toEqual(["pairs 16", "singles 3"]);
    rows.flush();
    expect(tell().slice(2)).toEqual(["pairs 2", "pairs 2", "singles 1"]);
  });

  it("may be written one per statement", () => {
    const { rows, ran } = buffer();
    const alone = rowKind("insert into loners (a) values", "(?)", { together: 1 });
    for (const number of [1, 2]) rows.add(alone, number);
    expect(ran.map(([, values]) => values)).toEqual([[1], [2]]);
  });

  it("are dropped when their transaction has failed", () => {
    const { rows, ran } = buffer();
    rows.add(pair, 1, 1);
    rows.discard();
    rows.flush();
    expect(ran).toEqual([]);
  });

  it("are not written later once one of their statements has failed", () => {
    const ran: string[] = [];
    const rows = new RowBuffer((sql) => {
      ran.push(sql);
      throw new Error("the disk is full");
    });
    rows.add(single, 1);
    rows.add(pair, 2, 2);
    expect(() => rows.flush()).toThrow("full");
    rows.flush();
    expect(ran).toHaveLength(1);
    for (const number of [1, 2]) rows.add(single, number);
    rows.add(pair, 1, 1);
    expect(() => rows.add(single, 3)).toThrow("full");
    rows.flush();
    expect(ran).toHaveLength(2);
  });
});

describe("rows of a transaction", () => {
  const counter = rowKind("insert into counters (name, value) values", "(?, ?)");
  let tail: OpenedTail;

  beforeEach(() => {
    tail = new OpenedTail();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    tail.close();
  });

  const names = (): readonly string[] =>
    tail.database.read((connection) =>
      connection.all<{ name: string }>("select name from counters").map(({ name }) => name),
    );

  it("are stored with it, although no statement follows", () => {
    tail.database.commit((connection) => connection.add(counter, "ours", 1));
    tail.crash();
    expect(names()).toContain("ours");
  });

  it("are dropped when it fails half-way, and do not prevent the rollback", () => {
    const opened = vi.spyOn(Connection, "open");
    const failing = (): void =>
      tail.database.commit((connection) => {
        connection.add(counter, "ours", 1);
        connection.add(counter, "token", 1);
        throw new Error("half-way");
      });
    expect(failing).toThrow(expect.objectContaining({ code: "store-failed" }));
    tail.database.commit(() => {});
    expect(names()).not.toContain("ours");
    expect(opened).not.toHaveBeenCalled();
  });

  it("make it fail like any statement, with a known outcome", () => {
    const opened = vi.spyOn(Connection, "open");
    const taken = (): void =>
      tail.database.commit((connection) => connection.add(counter, "token", 1));
    expect(taken).toThrow(expect.objectContaining({ code: "store-failed" }));
    expect(names()).toContain("token");
    expect(opened).not.toHaveBeenCalled();
  });
});
