import { deliveredWith, noLeases } from "@parley/conformance";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { derivedData } from "../../src/diagnosis/derived-data.ts";
import { countWrong } from "../../src/diagnosis/inspect-file.ts";
import { OpenedStore } from "../support/opened-store.ts";

let opened: OpenedStore;

beforeEach(() => {
  opened = new OpenedStore();
});
afterEach(() => opened.close());

/** An earlier version looks lanes up by the kinds that it knows. */
const eraseAsEarlier = [
  "delete from lanes where kind < 3",
  "delete from deliveries",
  "delete from activities",
  "delete from conversations",
];

describe("a conversation that an earlier version of the store has erased", () => {
  it("leaves no lane of notices, which claims would find without a head", async () => {
    const { bench } = opened;
    const id = await bench.converse();
    await bench.settle(await bench.reply(id), deliveredWith("{}"), noLeases);
    expect(opened.count("select count(*) as n from lanes where kind = 3")).toBe(1);
    opened.database.write((connection) => {
      for (const sql of eraseAsEarlier) connection.run(sql);
    });
    expect(opened.count("select count(*) as n from lanes")).toBe(0);
    await opened.reopen();
    expect(await opened.bench.claim()).toEqual([]);
    expect(
      opened.database.read((connection) =>
        derivedData.flatMap((data) => countWrong(connection, data)),
      ),
    ).toEqual([]);
  });
});
