import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { ParleyError } from "../errors.ts";

/** One file of a backup, as it was when it had been opened and checked. */
export const BackupFile = Type.Object(
  {
    /** File name within the data directory under which it is restored; never a path. */
    name: Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$" }),
    bytes: Type.Integer({ minimum: 0 }),
    /** Lower-case hexadecimal. */
    sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    /**
     * Facts found in the file, such as the schema version and row counts. Empty for files that are not databases.
     */
    facts: Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()])),
  },
  { title: "BackupFile" },
);
export type BackupFile = Static<typeof BackupFile>;

/** Content of `manifest.json`. It is written last, so that a directory without it is not a backup. */
export const BackupManifest = Type.Object({
  format: Type.Literal(1),
  /** Version of the program that wrote the backup. */
  version: Type.String(),
  /** Epoch milliseconds. The files hold everything acknowledged before this instant. */
  takenAt: Type.Integer({ minimum: 0 }),
  files: Type.Array(BackupFile, { minItems: 1 }),
});
export type BackupManifest = Static<typeof BackupManifest>;

const manifestCheck = Compile(BackupManifest);

/** File name of the manifest within a backup. */
export const backupManifestName = "manifest.json";

/**
 * @throws ParleyError `backup-damaged` when `text` is not a manifest, or has a format that this version does not
 * know
 */
export function readBackupManifest(text: string): BackupManifest {
  const value = parsed(text);
  if (manifestCheck.Check(value) && namesAreUnique(value)) return value;
  throw new ParleyError(
    "backup-damaged",
    `The backup's ${backupManifestName} cannot be read by this version: choose another backup, or run the version that made it.`,
  );
}

function namesAreUnique({ files }: BackupManifest): boolean {
  const names = new Set([backupManifestName, ...files.map(({ name }) => name.toLowerCase())]);
  return names.size === files.length + 1;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
