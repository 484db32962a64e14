import { resolve } from "node:path";
import { ParleyError } from "@parley/core";
import { FileFolder, unusable } from "../files/file-folder.ts";
import { readMarker } from "../files/place.ts";
import { compareMedia, type MediaTotals } from "./compare-media.ts";
import { copyFiles } from "./copy-files.ts";
import { checkSeparate, isWithin } from "./separate-paths.ts";
import { TargetDirectory } from "./target-directory.ts";

/** Source and target of a move. */
export interface MoveMediaOptions {
  /** A media directory. It is only read. No gateway may be running on it. */
  readonly from: string;
  /** Missing, empty, or the target of an earlier move from the same directory. Only one move may use it at a time. */
  readonly to: string;
  /** @param fraction of copying and comparing, 0 to 1 */
  readonly onProgress?: (fraction: number) => void;
  /** Ends the move. The next one goes on from there. Default: never. */
  readonly signal?: AbortSignal;
}

/** The result of a move. Both directories hold the same files. */
export interface MovedMedia extends MediaTotals {
  /** Whether an earlier move had copied everything. Then both sides were only compared. */
  readonly wasMoved: boolean;
}

const never = new AbortController().signal;

/**
 * Copies all files of a media directory into another one, and compares both. Each file is durable before it gets its
 * name, and the marker comes last: a gateway does not start on a part of them. Called again after it was ended, it goes
 * on.
 * @throws ParleyError `move-not-empty` when the target holds something else, or when the two differ; `invalid-option`,
 * `media-directory-unusable`; the reason of `signal`
 */
export async function moveMedia(options: MoveMediaOptions): Promise<MovedMedia> {
  const { from, to, signal = never } = options;
  try {
    return await move(options, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw ParleyError.is(error) ? error : unusable(names(error, from) ? from : to, error);
  }
}

async function move(options: MoveMediaOptions, signal: AbortSignal): Promise<MovedMedia> {
  const { from, to, onProgress = () => undefined } = options;
  await checkSeparate(from, to);
  const marker = await readMarker(from);
  if (marker === null || !FileFolder.isId(marker.directory)) throw noMedia(from);
  const source = new FileFolder(from);
  const target = await TargetDirectory.open(to, marker);
  const copying = { onProgress: (fraction: number) => onProgress(fraction / 2), signal };
  if (!target.isFinished) await copyFiles(source, target.folder, copying);
  const comparing = { onProgress: (fraction: number) => onProgress((1 + fraction) / 2), signal };
  const compared = await compareMedia(source, target.folder, comparing);
  if (!compared.isSame) throw different(options, compared.place, target.isFinished);
  if (!target.isFinished) await target.finish(from);
  return { ...compared.totals, wasMoved: target.isFinished };
}

/** Whether an error of the file system names a path in this directory. */
function names(error: unknown, directory: string): boolean {
  if (!(error instanceof Error) || !("path" in error)) return false;
  return isWithin(resolve(directory), resolve(String(error.path)));
}

function noMedia(path: string): ParleyError {
  return new ParleyError(
    "media-directory-unusable",
    `${path} is no media directory, since it has no readable parley-media.json: name the one that the gateway used.`,
  );
}

function different(
  { from, to }: MoveMediaOptions,
  place: string,
  isFinished: boolean,
): ParleyError {
  return new ParleyError(
    "move-not-empty",
    isFinished
      ? `The media files were already moved from ${from} to ${to}, and one of the two has changed since: they differ in ${place}. Nothing was changed.`
      : `The media files of ${from} and ${to} differ in ${place}: delete this file from ${to}, and move again.`,
  );
}
