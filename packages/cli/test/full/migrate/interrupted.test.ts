import "reflect-metadata";
import { aChannel } from "@parley/conformance";
import type { EntryKind, EntryPage, ImportState, StoreImport } from "@parley/core";
import { type EmbeddedPostgres, startPostgres } from "@parley/embedded-postgres";
import { openPostgresImport } from "@parley/store-postgres";
import { openSqliteExport } from "@parley/store-sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { moveStore, type Verified } from "../../../src/migrate/move-store.ts";
import { TemporaryDirectory } from "../../support/temporary-directory.ts";
import { fillDirectory } from "../../migrate/filled-directory.ts";
import { openMoved, targetOf } from "../../migrate/moving-stores.ts";
import { quietContext } from "../../migrate/quiet-context.ts";

const opened = new DisposableStack();
/** Two pages of conversations, three of deliveries, two of lanes, one of every other kind. */
const pages = 11;
let postgres: EmbeddedPostgres;
let directory = "";

beforeAll(async () => {
  postgres = await startPostgres({ fsync: false });
  directory = opened.use(new TemporaryDirectory()).path;
  await fillDirectory(directory);
});
afterAll(async () => {
  opened.dispose();
  await postgres.stop();
});

const placesIn = (schema: string) => ({ directory, to: postgres.connectionString, schema });

/** Moves, and stops like a crash before or after page `at`. Without it, moves everything. */
async function moveAll(
  schema: string,
  at = Number.POSITIVE_INFINITY,
  end: "before" | "after" = "before",
): Promise<Verified> {
  await using opened = new AsyncDisposableStack();
  const source = opened.adopt(openSqliteExport({ directory }), (one) => one.close());
  const importing = await openPostgresImport(targetOf(placesIn(schema)));
  const { target, written } = opened.adopt(importing, (one) => one.close());
  const breaking = new BreakingImport(target, at, end);
  const verified = await moveStore({ source, target: breaking, written, context: quietContext });
  await target.finish();
  return verified;
}

/** Passes pages on until it fails. */
class BreakingImport implements StoreImport {
  readonly #target: StoreImport;
  readonly #at: number;
  readonly #end: "before" | "after";
  #pages = 0;

  constructor(target: StoreImport, at: number, end: "before" | "after") {
    this.#target = target;
    this.#at = at;
    this.#end = end;
  }

  begin(source: string): Promise<ImportState> {
    return this.#target.begin(source);
  }

  async take<Kind extends EntryKind>(kind: Kind, page: EntryPage<Kind>): Promise<void> {
    this.#pages += 1;
    if (this.#pages === this.#at && this.#end === "before") throw new Error("broken");
    await this.#target.take(kind, page);
    if (this.#pages === this.#at) throw new Error("broken");
  }

  finish(): Promise<void> {
    return this.#target.finish();
  }

  clear(): Promise<void> {
    return this.#target.clear();
  }
}

describe("a move that was ended", () => {
  it("at any page, before or after it was taken, goes on and ends with the same digests", async () => {
    const wanted = await moveAll("whole");
    expect(wanted).toMatchObject({ isSame: true, isOld: false });
    for (let page = 1; page <= pages; page += 1) {
      const end = page % 2 === 0 ? "before" : "after";
      await expect(moveAll(`page_${page}`, page, end)).rejects.toThrow("broken");
      expect(await moveAll(`page_${page}`)).toEqual(wanted);
    }
  }, 600_000);

  it("at page after page comes to its end all the same, and said once more is only compared", async () => {
    const wanted = await moveAll("at_once");
    for (let run = 1; run <= pages; run += 1)
      await expect(moveAll("piecemeal", 1, "after")).rejects.toThrow("broken");
    expect(await moveAll("piecemeal")).toEqual(wanted);
    expect(await moveAll("piecemeal")).toEqual({ ...wanted, isOld: true });
  });

  it("lets no gateway in", async () => {
    await expect(moveAll("half", 3)).rejects.toThrow("broken");
    await expect(openMoved(placesIn("half"))).rejects.toMatchObject({
      code: "store-half-moved",
      message: expect.stringMatching(/^parley migrate did not finish in schema half of [^\n]+\.$/),
    });
    await moveAll("half");
    await (await openMoved(placesIn("half"))).close();
  });
});

describe("a target", () => {
  const importAt = (schema: string) => openPostgresImport(targetOf(placesIn(schema)));

  it("that holds the data of a gateway is refused", async () => {
    const stores = await openMoved(placesIn("used"));
    await stores.channels.save(aChannel());
    await stores.close();
    await expect(moveAll("used")).rejects.toMatchObject({
      code: "move-not-empty",
      message: expect.stringMatching(/^Schema used of [^\n]+ already holds the data of a gateway/),
    });
  });

  it("that a gateway is connected to is refused, and so is one that another move fills", async () => {
    const stores = await openMoved(placesIn("busy"));
    await stores.channels.list();
    await expect(importAt("busy")).rejects.toMatchObject({ code: "move-in-use" });
    await stores.close();
    const first = await importAt("busy");
    await expect(importAt("busy")).rejects.toMatchObject({ code: "move-in-use" });
    await first.close();
    await (await importAt("busy")).close();
  });

  it("that is half filled from a source that has changed is refused until it is cleared", async () => {
    await expect(moveAll("changed", 4)).rejects.toThrow("broken");
    const { target, close } = await importAt("changed");
    await expect(target.begin("another")).rejects.toMatchObject({ code: "move-not-empty" });
    await target.clear();
    expect(await target.begin("another")).toMatchObject({ isFinished: false });
    await target.clear();
    await close();
    expect(await moveAll("changed")).toMatchObject({ isSame: true });
  });

  it("that was moved to keeps what it has when it is to be cleared", async () => {
    await moveAll("kept");
    const { target, close } = await importAt("kept");
    await target.clear();
    await close();
    expect(await moveAll("kept")).toMatchObject({ isSame: true, isOld: true });
  });

  it("that has gone on since it was moved to differs, and nothing of it is changed", async () => {
    await moveAll("gone_on");
    const stores = await openMoved(placesIn("gone_on"));
    await stores.channels.save(aChannel());
    await stores.close();
    expect(await moveAll("gone_on")).toMatchObject({
      isSame: false,
      isOld: true,
      difference: { kind: "channels", source: { entries: 0 }, target: { entries: 1 } },
    });
  });
});
