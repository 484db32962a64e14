import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { restoreBackup } from "../../src/index.ts";
import { MadeBackup } from "./made-backup.ts";
import { fileName } from "../support/opened-stores.ts";

let made: MadeBackup;
let from = "";
let target = "";

beforeEach(async () => {
  made = await MadeBackup.make();
  ({ from, target } = made);
});
afterEach(() => made[Symbol.dispose]());

const reason = new Error("enough");

describe("an interrupted restore", () => {
  it("creates nothing when it is interrupted before it begins", async () => {
    const signal = AbortSignal.abort(reason);
    await expect(restoreBackup({ from, directory: target, signal })).rejects.toBe(reason);
    expect(existsSync(target)).toBe(false);
  });

  it.each([fileName, "admin-token"])("after %s was copied leaves what was there", async (last) => {
    const { before, names } = heldBefore();
    const { signal, onFile } = endingAfter(last);
    const restoring = restoreBackup({ from, directory: target, replace: true, onFile, signal });
    await expect(restoring).rejects.toBe(reason);
    expect(readdirSync(target).toSorted()).toEqual(names);
    expect(readFileSync(join(target, fileName))).toEqual(before);
  });

  it("stops while a file is being copied", async () => {
    const controller = new AbortController();
    const restoring = restoreBackup({ from, directory: target, signal: controller.signal });
    while (!existsSync(join(target, `${fileName}.restoring`)))
      await new Promise((resolve) => setImmediate(resolve));
    controller.abort(reason);
    await expect(restoring).rejects.toBe(reason);
    expect(readdirSync(target)).toEqual([`${fileName}.owner`]);
  });

  it("releases the target, so that the next restore is not refused", async () => {
    const { signal, onFile } = endingAfter(fileName);
    await expect(restoreBackup({ from, directory: target, onFile, signal })).rejects.toBe(reason);
    await restoreBackup({ from, directory: target });
    expect(existsSync(join(target, fileName))).toBe(true);
  });
});

function endingAfter(last: string) {
  const controller = new AbortController();
  const onFile = (name: string) => {
    if (name === last) controller.abort(reason);
  };
  return { signal: controller.signal, onFile };
}

/** The target contains a store that nobody uses. */
function heldBefore() {
  Database.open({ directory: target, fileName }).close();
  const names = readdirSync(target).toSorted();
  return { before: readFileSync(join(target, fileName)), names };
}
