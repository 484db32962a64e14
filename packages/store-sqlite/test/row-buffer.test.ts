import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection } from "../src/connection.ts";
import { OpenedTail } from "./opened-tail.ts";
import { RowBuffer, rowKind } from "../src/row-buffer.ts";

const pair = rowKind("insert into pairs (a, b)", "(?, ?)");
const single = rowKind("insert into singles (a)", "(0, ?)");

/** A buffer, and what it ran: the table, and how many values. */
function buffer() {
  const ran: (readonly [table: string, values: readonly unknown[]])[] = [];
  const rows = new RowBuffer((sql, values) => {
    expect(sql.split("?").length - 1).toBe(values.length);
    ran.push([sql.split(" ")[2] ?? "", values]);
  });
  return { rows, ran };
}

describe("rows that are written together", () => {
  it("are all written, in order, each once", () => {
    const steps = fc.array(fc.constantFrom("pair", "single", "flush"), { maxLength: 60 });
    fc.assert(
      fc.property(steps, (taken) => {
        const { rows, ran } = buffer();
        const added: unknown[] = [];
        for (const [number, step] of taken.entries()) {
          if (step === "flush") rows.flush();
          if (step === "single") rows.add(single, number);
          if (step === "pair") rows.add(pair, number, -number);
          added.push(...{ flush: [], single: [number], pair: [number, -number] }[step]);
        }
        rows.flush();
        expect(ran.flatMap(([, values]) => values)).toEqual(added);
      }),
    );
  });

  it("are eight to a statement, and the rest one by one once something else is to be done", () => {
    const { rows, ran } = buffer();
    for (let number = 0; number < 10; number += 1) rows.add(pair, number, number);
    expect(ran.map(([, { length }]) => length)).toEqual([16]);
    rows.add(single, 1);
    expect(ran.map(([table, { length }]) => `${table} ${length}`)).toEqual([
      "pairs 16",
      "pairs 2",
      "pairs 2",
    ]);
    rows.flush();
    expect(ran.at(-1)).toEqual(["singles", [1]]);
  });

  it("are forgotten when their transaction has failed", () => {
    const { rows, ran } = buffer();
    rows.add(pair, 1, 1);
    rows.discard();
    rows.flush();
    expect(ran).toEqual([]);
  });

  it("are not written by a later statement once one of theirs has failed", () => {
    const ran: string[] = [];
    const rows = new RowBuffer((sql) => {
      ran.push(sql);
      throw new Error("the disk is full");
    });
    rows.add(single, 1);
    rows.add(single, 2);
    expect(() => rows.flush()).toThrow("full");
    rows.flush();
    expect(ran).toHaveLength(1);
  });
});

describe("rows of a transaction", () => {
  const counter = rowKind("insert into counters (name, value)", "(?, ?)");
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

  it("are stored with it, though nothing comes behind them", () => {
    tail.database.commit((connection) => connection.add(counter, "ours", 1));
    tail.crash();
    expect(names()).toContain("ours");
  });

  it("are forgotten when it fails half-way, and are not in the way of taking it back", () => {
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

  it("make it fail as any statement does, with no doubt about what became of it", () => {
    const opened = vi.spyOn(Connection, "open");
    const taken = (): void =>
      tail.database.commit((connection) => connection.add(counter, "token", 1));
    expect(taken).toThrow(expect.objectContaining({ code: "store-failed" }));
    expect(names()).toContain("token");
    expect(opened).not.toHaveBeenCalled();
  });
});
