import { statfs } from "node:fs/promises";
import { faultFinding, type Finding, okFinding, warningFinding } from "@parley/core";

/** Facts about a file system, as `statfs` of `node:fs` gives them. */
export interface DiskFacts {
  /** Magic number of the kind of file system, on Linux. */
  readonly type: number;
  readonly bsize: number;
  readonly blocks: number;
  /** Free blocks available to this user. */
  readonly bavail: number;
}

/** Reads the facts of the file system that holds a path. */
export type AskDisk = (path: string) => Promise<DiskFacts>;

/** The real file system. */
export const systemDisk: AskDisk = (path) => statfs(path);

const mebibyte = 1024 * 1024;
const faultBytes = 100 * mebibyte;
const warningBytes = 1024 * mebibyte;
const warningShare = 0.1;

/** File systems whose locks or shared memory do not work for SQLite's WAL mode. */
const remoteKinds: Readonly<Record<number, string>> = {
  0x6969: "NFS",
  0x517b: "SMB",
  0xfe534d42: "SMB",
  0xff534d42: "CIFS",
  0x01021997: "9P",
  0x5346414f: "AFS",
  0x00c36400: "Ceph",
};
const volatileKinds: Readonly<Record<number, string>> = {
  0x01021994: "tmpfs",
  0x858458f6: "ramfs",
};

/** Free space: below 100 MB the store stops soon. */
export function roomFinding({ bsize, blocks, bavail }: DiskFacts): Finding {
  const freeBytes = bsize * bavail;
  const share = blocks === 0 ? 0 : bavail / blocks;
  const message = `The disk of the database has ${Math.floor(freeBytes / mebibyte)} MB left (${Math.floor(share * 100)} %).`;
  if (freeBytes < faultBytes) return faultFinding("sqlite-disk", message, `${fullAdvice} ${free}`);
  const scarce = freeBytes < warningBytes || share < warningShare;
  return scarce ? warningFinding("sqlite-disk", message, free) : okFinding("sqlite-disk", message);
}

const free =
  "Free some space: delete other files on the disk, delete old messages (`parley retention`), or use a larger disk.";
const fullAdvice = "On a full disk, visitors get 503.";

/** Whether the file system can store and lock a database safely. */
export function kindFinding({ type }: DiskFacts): Finding {
  const remote = remoteKinds[type >>> 0];
  if (remote !== undefined)
    return faultFinding(
      "sqlite-file-system",
      `The database is on a network file system (${remote}), where SQLite can lose or corrupt it.`,
      "Move it to a disk of the machine, or use store-postgres.",
    );
  const volatile = volatileKinds[type >>> 0];
  if (volatile === undefined)
    return okFinding("sqlite-file-system", "The database is on a local file system.");
  return warningFinding(
    "sqlite-file-system",
    `The database is in memory (${volatile}): a restart of the machine loses everything.`,
    "Move it to a disk, in a container to a volume.",
  );
}
