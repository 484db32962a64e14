import { aText, anOutboundAppend, delivered } from "@parley/conformance";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection } from "../../../src/connection/connection.ts";
import { breakWrites, OpenedTail } from "./opened-tail.ts";

let tail: OpenedTail;

beforeEach(() => {
  tail = new OpenedTail();
});
afterEach(() => {
  vi.restoreAllMocks();
  tail.close();
});

const said = (id: string, text: string) => anOutboundAppend(id, { messages: [aText(text)] });

/** The same query reads the lanes' surplus. */
function isReading(sql: string): boolean {
  return sql.includes("position > +?") && !sql.includes("join lanes");
}

describe("while no COMMIT succeeds", () => {
  it("the tail is read once, not by every call", async () => {
    const id = await tail.bench.converse();
    await tail.bench.append(said(id, "one"));
    const all = vi.spyOn(Connection.prototype, "all");
    const readings = () => all.mock.calls.filter(([sql]) => isReading(sql)).length;
    const mendWrites = breakWrites();
    for (let times = 0; times < 5; times += 1) {
      await expect(tail.bench.append(said(id, "two"))).rejects.toMatchObject({
        code: "store-failed",
      });
      await tail.bench.stores.messages.nextDueAt();
      expect(await tail.bench.messages(id)).toHaveLength(2);
    }
    expect(readings()).toBe(1);
    mendWrites();
    await tail.bench.append(said(id, "three"));
    expect(readings()).toBe(2);
    expect(await tail.bench.messages(id)).toHaveLength(3);
  });

  it("a connection with a failed COMMIT is not used again", async () => {
    await tail.bench.accept();
    const mendWrites = breakWrites();
    const opened = vi.spyOn(Connection, "open");
    for (let times = 1; times <= 5; times += 1) {
      await expect(tail.bench.commit({})).rejects.toMatchObject({ code: "store-failed" });
      expect(opened).toHaveBeenCalledTimes(times - 1);
    }
    mendWrites();
    await tail.bench.commit({});
    expect(opened).toHaveBeenCalledTimes(5);
  });

  it("nothing is settled or delivered twice, and earlier leases can be settled afterwards", async () => {
    const lease = await tail.bench.accept();
    const mendWrites = breakWrites();
    await expect(tail.bench.settle(lease, delivered)).rejects.toMatchObject({
      code: "store-failed",
    });
    expect((await tail.bench.stores.messages.nextDueAt()).inbound).toBe(lease.until);
    mendWrites();
    expect((await tail.bench.settle(lease, delivered)).settlements).toEqual(["settled"]);
    expect((await tail.bench.trySettle(lease, delivered)).settlements).toEqual(["stale"]);
  });
});
