import assert from "node:assert/strict";
import {
  type EntryKind,
  entryKinds,
  type StoreEntries,
  type StoreExport,
  type StoreImport,
} from "@parley/core";
import { allEntries } from "./all-entries.ts";
import { citeRules } from "../cite-rules.ts";
import type { Runner } from "../runner.ts";
import { sampleEntries } from "./sample-entries.ts";
import { sources } from "../sources.ts";
import { want } from "../want.ts";

/** The import and the export of an empty store. */
export interface OpenedTarget {
  readonly target: StoreImport;
  readonly written: StoreExport;
  /** Simulates a crash and opens the same store again. */
  reopen(): Promise<OpenedTarget>;
  close(): Promise<void>;
}

/** Tests a `StoreImport` with the `StoreExport` of the same store. */
export function storeImportSuite(
  runner: Runner,
  name: string,
  open: () => Promise<OpenedTarget>,
): void {
  const { describe, it } = citeRules(runner, sources.storeImport);
  describe(`${name} as a StoreImport`, () => {
    it("gives back every entry that it took, letter for letter", async () => {
      const { target, written, close } = await open();
      await target.begin("source");
      for (const kind of entryKinds) await takeAll(target, kind);
      await target.finish();
      for (const kind of entryKinds)
        want(kind, await allEntries(written, kind, 2), sampleEntries[kind]);
      await close();
    });

    it("tells whoever begins again how far it is, and goes on there", async () => {
      const first = await open();
      await first.target.begin("source");
      await takeAll(first.target, "channels");
      const entries = sampleEntries.channelKeys.slice(0, 1);
      await first.target.take("channelKeys", { entries, next: "behind the first" });
      const { target, close } = await first.reopen();
      const { isFinished, kinds } = await target.begin("source");
      want("it is not finished", isFinished, false);
      want("channels", kinds.channels, { taken: 1, cursor: null, isComplete: true });
      want("keys", kinds.channelKeys, { taken: 1, cursor: "behind the first", isComplete: false });
      want("lanes", kinds.lanes, { taken: 0, cursor: null, isComplete: false });
      await close();
    });

    it("refuses another source, until what the first one left is cleared", async () => {
      const { target, written, close } = await open();
      await target.begin("source");
      await takeAll(target, "channels");
      await assert.rejects(target.begin("another"), { code: "move-not-empty" });
      await target.clear();
      want("nothing is left", await allEntries(written, "channels", 10), []);
      await target.begin("another");
      await close();
    });

    it("keeps what is finished, whoever clears it", async () => {
      const { target, written, close } = await open();
      await target.begin("source");
      for (const kind of entryKinds) await takeAll(target, kind);
      await target.finish();
      await target.clear();
      want("channels", await allEntries(written, "channels", 10), sampleEntries.channels);
      want("it says so", (await target.begin("source")).isFinished, true);
      await close();
    });
  });
}

function takeAll<Kind extends EntryKind>(target: StoreImport, kind: Kind): Promise<void> {
  const entries = sampleEntries[kind] as readonly StoreEntries[Kind][];
  return target.take(kind, { entries, next: null });
}
