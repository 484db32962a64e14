import { constants } from "node:fs";
import { access, statfs } from "node:fs/promises";
import {
  type Clock,
  type Diagnostician,
  faultFinding,
  type Finding,
  okFinding,
  type Random,
  warningFinding,
} from "@parley/core";
import type { FileFolder } from "../files/file-folder.ts";
import type { FileRows } from "../files/file-rows.ts";
import { readMarker } from "../files/place.ts";
import type { Room } from "../files/room.ts";

/** What the diagnosis reads. */
export interface DiagnosisPorts {
  readonly folder: FileFolder;
  readonly rows: FileRows;
  readonly room: Room;
  readonly clock: Clock;
  readonly random: Random;
  /** Free bytes of the file system that holds a path. Default: of the real one. */
  readonly freeBytes?: (path: string) => Promise<number>;
}

const mebibyte = 1024 * 1024;
const scarceBytes = 1024 * mebibyte;
const fullShare = 0.8;
const sampleSize = 200;
/** The sweep runs once a day, and spares what is younger than a day. */
const sweptAfterMs = 3 * 24 * 60 * 60 * 1_000;

/** Diagnoses the media directory: whether it can be written, how full it is, and whether files and rows fit. */
export class MediaDiagnostician implements Diagnostician {
  readonly name = "media-directory";
  readonly #ports: DiagnosisPorts;

  constructor(ports: DiagnosisPorts) {
    this.#ports = ports;
  }

  async diagnose(signal: AbortSignal): Promise<readonly Finding[]> {
    const { folder, room, freeBytes = freeBytesAt } = this.#ports;
    const directory = await directoryFinding(folder.path);
    if (directory.level !== "ok") return [directory];
    return [
      directory,
      diskFinding(await freeBytes(folder.path)),
      limitFinding(room),
      await this.#lostFiles(signal),
      await this.#orphans(signal),
    ];
  }

  /** Looks at some rows, from a random place on. */
  async #lostFiles(signal: AbortSignal): Promise<Finding> {
    const { folder, rows, random } = this.#ports;
    let lost = 0;
    const sample = await rows.some(random.token(2), sampleSize);
    const more = sample.length < sampleSize ? await rows.some("!", sampleSize) : [];
    const all = new Set([...sample, ...more].map(({ id }) => id));
    for (const id of all) {
      signal.throwIfAborted();
      if ((await folder.sizeOf(id)) === null) lost += 1;
    }
    if (lost === 0) return okFinding("media-files", `Files looked for: ${all.size}, all there.`);
    return faultFinding(
      "media-files",
      `Files missing: ${lost} of ${all.size}. Their links answer 404.`,
      "Restore the media directory from a backup, or have the agent app send the files again.",
    );
  }

  /** Looks at the files of some folders. */
  async #orphans(signal: AbortSignal): Promise<Finding> {
    const { folder, rows, clock } = this.#ports;
    const before = clock.now() - sweptAfterMs;
    let looked = 0;
    let orphans = 0;
    for (const name of await folder.folders()) {
      signal.throwIfAborted();
      if (looked >= sampleSize) break;
      const old = (await folder.filesIn(name)).filter(({ storedAt }) => storedAt < before);
      const known = old.length === 0 ? new Set<string>() : await rows.ids(name);
      looked += old.length;
      orphans += old.filter(({ id }) => !known.has(id)).length;
    }
    if (orphans === 0)
      return okFinding("media-orphans", "No file that is older than three days lacks a row.");
    return warningFinding(
      "media-orphans",
      `Files of no conversation: ${orphans} of ${looked}. The daily sweep has not deleted them.`,
      "Look for the sweep of the plugin `media` in the gateway's log.",
    );
  }
}

async function freeBytesAt(path: string): Promise<number> {
  const { bsize, bavail } = await statfs(path);
  return bsize * bavail;
}

async function directoryFinding(path: string): Promise<Finding> {
  const isUsable = await access(path, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (isUsable && (await readMarker(path)) !== null)
    return okFinding("media-directory", "The media directory can be written.");
  return faultFinding(
    "media-directory",
    isUsable
      ? "The media directory is not the one that the gateway was started on: files cannot be served."
      : "The media directory cannot be written: no file can be copied.",
    "Mount it again, or give it back to the gateway's user, and restart the gateway.",
  );
}

function diskFinding(freeBytes: number): Finding {
  const message = `The disk of the media directory has ${Math.floor(freeBytes / mebibyte)} MB left.`;
  return freeBytes < scarceBytes
    ? warningFinding("media-disk", message, "Free some space, or use a larger disk.")
    : okFinding("media-disk", message);
}

function limitFinding({ usedBytes, totalBytes }: Room): Finding {
  const share = usedBytes / totalBytes;
  const message = `Stored files take ${Math.floor(share * 100)} % of what they may (totalBytes).`;
  const advice =
    "Raise `totalBytes`, or delete old conversations (`parley retention`): their files go with them.";
  return share >= fullShare
    ? warningFinding("media-limit", message, advice)
    : okFinding("media-limit", message);
}
