import { aText, anOutboundAppend, delivered } from "@parley/conformance";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection } from "../src/connection/connection.ts";
import { breakWrites, OpenedStore } from "./support/opened-store.ts";

let opened: OpenedStore;

beforeEach(() => {
  opened = new OpenedStore();
});
afterEach(() => {
  vi.restoreAllMocks();
  opened.close();
});

const said = (id: string, text: string) => anOutboundAppend(id, { messages: [aText(text)] });

describe("while no COMMIT succeeds", () => {
  it("what was stored is read, and nothing of what was refused", async () => {
    const id = await opened.bench.converse();
    await opened.bench.append(said(id, "one"));
    const mendWrites = breakWrites();
    for (let times = 0; times < 3; times += 1) {
      await expect(opened.bench.append(said(id, "two"))).rejects.toMatchObject({
        code: "store-failed",
      });
      expect(await opened.bench.messages(id)).toHaveLength(2);
    }
    mendWrites();
    await opened.bench.append(said(id, "three"));
    expect(await opened.bench.messages(id)).toHaveLength(3);
  });

  it("a connection with a failed COMMIT is not used again", async () => {
    await opened.bench.accept();
    const mendWrites = breakWrites();
    const connections = vi.spyOn(Connection, "open");
    for (let times = 1; times <= 5; times += 1) {
      await expect(opened.bench.commit({})).rejects.toMatchObject({ code: "store-failed" });
      expect(connections).toHaveBeenCalledTimes(times - 1);
    }
    mendWrites();
    await opened.bench.commit({});
    expect(connections).toHaveBeenCalledTimes(5);
  });

  it("nothing is settled or delivered twice, and earlier leases can be settled afterwards", async () => {
    const lease = await opened.bench.accept();
    const mendWrites = breakWrites();
    await expect(opened.bench.settle(lease, delivered)).rejects.toMatchObject({
      code: "store-failed",
    });
    expect((await opened.bench.stores.messages.nextDueAt()).inbound).toBe(lease.until);
    mendWrites();
    expect((await opened.bench.settle(lease, delivered)).settlements).toEqual(["settled"]);
    expect((await opened.bench.trySettle(lease, delivered)).settlements).toEqual(["stale"]);
  });
});
