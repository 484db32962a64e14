import { type Static, Type } from "typebox";
import { Count, Instant } from "./fields.ts";

/** One file of a backup. */
export const BackupFile = Type.Object(
  {
    name: Type.String(),
    bytes: Count,
    sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    facts: Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()]), {
      description: "What was found when the copy was opened: schema, counts.",
    }),
  },
  { title: "BackupFile" },
);
export type BackupFile = Static<typeof BackupFile>;

/** A finished backup. It contains everything acknowledged before `takenAt`. */
export const Backup = Type.Object(
  {
    name: Type.String({ description: "Its directory within the directory of backups." }),
    path: Type.String({ description: "On the gateway's machine." }),
    files: Type.Array(BackupFile),
    takenAt: Instant,
  },
  { title: "Backup" },
);
export type Backup = Static<typeof Backup>;

export const BackupList = Type.Object(
  { backups: Type.Array(Backup, { description: "Newest first." }) },
  { title: "BackupList" },
);
export type BackupList = Static<typeof BackupList>;

/** A backup has no options. */
export const BackupRequest = Type.Object(
  {},
  { additionalProperties: false, title: "BackupRequest" },
);
export type BackupRequest = Static<typeof BackupRequest>;
