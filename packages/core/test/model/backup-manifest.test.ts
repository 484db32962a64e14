import { describe, expect, it } from "vitest";
import { backupManifestName, readBackupManifest } from "../../src/model/backup-manifest.ts";

const file = {
  name: "parley.db",
  bytes: 0,
  sha256: "0".repeat(64),
  facts: { schema: 3, app: "x" },
};
const manifest = { format: 1, version: "0.1.0", takenAt: 0, files: [file] };
const read = (value: unknown) => readBackupManifest(JSON.stringify(value));
const withFiles = (...files: object[]) => ({
  ...manifest,
  files: files.map((fields) => ({ ...file, ...fields })),
});

describe("a backup's manifest", () => {
  it("is read as it was written", () => {
    expect(read(manifest)).toEqual(manifest);
    const longest = withFiles({ name: `a${"b".repeat(127)}`, bytes: 7, facts: {} }, {});
    expect(read(longest)).toEqual(longest);
    expect(backupManifestName).toBe("manifest.json");
  });

  it.each<[string, unknown]>([
    ["another format", { ...manifest, format: 2 }],
    ["no version", { ...manifest, version: 1 }],
    ["an instant before 1970", { ...manifest, takenAt: -1 }],
    ["half a millisecond", { ...manifest, takenAt: 0.5 }],
    ["no files", { ...manifest, files: [] }],
    ["a path", withFiles({ name: "../parley.db" })],
    ["a hidden file", withFiles({ name: ".owner" })],
    ["a name with more behind it", withFiles({ name: "parley.db\n" })],
    ["a name that is too long", withFiles({ name: "a".repeat(129) })],
    ["a negative size", withFiles({ bytes: -1 })],
    ["half a byte", withFiles({ bytes: 0.5 })],
    ["a digest that is too short", withFiles({ sha256: "0".repeat(63) })],
    ["a digest that is too long", withFiles({ sha256: "0".repeat(65) })],
    ["a digest in capitals", withFiles({ sha256: "A".repeat(64) })],
    ["facts that are no table", withFiles({ facts: 1 })],
    ["a fact that is a list", withFiles({ facts: { schema: [] } })],
    ["one name twice", withFiles({}, {})],
    ["names that differ in capitals only", withFiles({}, { name: "PARLEY.db" })],
    ["a file in the manifest's place", withFiles({ name: "Manifest.json" })],
    ["null", null],
    ["a file that is no object", { ...manifest, files: [null] }],
  ])("is refused with %s", (_, value) => {
    expect(() => read(value)).toThrow(
      expect.objectContaining({
        code: "backup-damaged",
        message:
          "The backup's manifest.json cannot be read by this version: choose another backup, or run the version that made it.",
      }),
    );
  });

  it("is refused when it is no JSON", () => {
    expect(() => readBackupManifest("{")).toThrow(
      expect.objectContaining({ code: "backup-damaged" }),
    );
  });
});
