import {
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { SecretSink } from "../../src/apply/secret-sink.ts";
import { NewFile } from "../../src/output/new-file.ts";
import { TemporaryDirectory } from "../support/temporary-directory.ts";

const opened = new AsyncDisposableStack();
const { path: directory } = opened.use(new TemporaryDirectory());
const precious = join(directory, "precious");
writeFileSync(precious, "precious", { mode: 0o644 });

afterAll(() => opened.disposeAsync());

describe("a file that a command writes", () => {
  it("is for its owner alone, and gets its name at the end", async () => {
    const path = join(directory, "a.jsonl");
    {
      await using file = await NewFile.create(path, false);
      await file.write("a");
      const [part = "", ...others] = readdirSync(directory).filter((name) => name.startsWith("a."));
      expect([others, statSync(join(directory, part)).mode & 0o777]).toEqual([[], 0o600]);
      await file.keep();
    }
    expect(readdirSync(directory).filter((name) => name.startsWith("a."))).toEqual(["a.jsonl"]);
    expect(readFileSync(path, "utf8")).toBe("a");
  });

  it("is begun below a name that nobody can guess", async () => {
    const names = new Set<string>();
    for (let round = 0; round < 8; round += 1) {
      await using file = await NewFile.create(join(directory, "b"), false);
      await file.write("b");
      for (const name of readdirSync(directory)) if (name.startsWith("b.")) names.add(name);
    }
    expect(names.size).toBe(8);
  });

  it("takes no link for a place that is free, and writes through none", async () => {
    const path = join(directory, "c");
    symlinkSync(join(directory, "missing"), path);
    await expect(NewFile.create(path, false)).rejects.toThrow("already exists");
    await using file = await NewFile.create(path, true);
    await file.write("new");
    await file.keep();
    expect(lstatSync(path).isFile()).toBe(true);
    expect(readdirSync(directory)).not.toContain("missing");
  });
});

describe("a file that secrets are added to", () => {
  const add = [{ channel: "a", change: "add", fields: [] }] as const;

  it("is not what a link names", async () => {
    for (const [name, target] of [
      ["d", precious],
      ["e", join(directory, "missing")],
    ] as const) {
      symlinkSync(target, join(directory, name));
      const opening = SecretSink.open(join(directory, name), add, () => undefined);
      await expect(opening).rejects.toThrow("it is a symbolic link");
    }
    expect([readFileSync(precious, "utf8"), statSync(precious).mode & 0o777]).toEqual([
      "precious",
      0o644,
    ]);
    expect(readdirSync(directory)).not.toContain("missing");
  });
});
