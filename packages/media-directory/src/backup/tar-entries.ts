import { ParleyError } from "@parley/core";
import type { Header } from "tar-stream";
import { FileFolder } from "../files/file-folder.ts";
import { markerName } from "../files/place.ts";

/** Largest marker that is read. */
export const markerLimitBytes = 1_024;

/** Name of an entry, checked: the marker, or the place of a file. The archive may come from anywhere. */
export function entryName(path: string, { name, type, size }: Header): string {
  if (type !== "file") throw damaged(path, `it holds a ${type} that is no file`);
  if (name === markerName && size <= markerLimitBytes) return name;
  const id = name.slice(3);
  if (FileFolder.isId(id) && name === FileFolder.placeOf(id)) return name;
  throw damaged(path, "it holds something that is no file of a media directory");
}

export function damaged(path: string, why: string, cause?: unknown): ParleyError {
  return new ParleyError(
    "backup-damaged",
    `${path} cannot be restored, since ${why}: choose another backup.`,
    { cause },
  );
}
