import { constants } from "node:fs";
import { copyFile, link, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ParleyError, type PluginState, type Random } from "@parley/core";
import { codeOf, whenMissing } from "./file-fault.ts";
import { syncDirectory } from "./sync-directory.ts";

/** File that tells which directory this is. */
export const markerName = "parley-media.json";
const key = "place";
const characters = 32;

/** Content of the marker: a name of the gateway's store, and one of the directory. */
export interface Marker {
  readonly gateway: string;
  readonly directory: string;
}

/** The entry of the state. `directory` is `null` until the first node has made its marker. */
interface Place {
  readonly gateway: string;
  readonly directory: string | null;
}

/** What finding out needs. */
export interface PlaceParts {
  /** An existing directory. */
  readonly path: string;
  readonly state: PluginState;
  readonly random: Random;
  /** Whether to take a directory that is another one than before. */
  readonly acceptLoss: boolean;
}

/**
 * Checks that this directory is the one of the gateway's other nodes, and of its earlier starts. Otherwise links would
 * lead nowhere, and the sweep of one gateway would delete the files of another.
 * @throws ParleyError `media-directory-not-shared`, and the errors of the state and the file system
 */
export async function checkPlace(parts: PlaceParts): Promise<void> {
  const { path, state, random, acceptLoss } = parts;
  const fresh: Place = { gateway: random.token(characters), directory: null };
  await state.write([{ put: key, value: fresh, when: { ifAbsent: true } }]);
  const place = await readPlace(state);
  const found = await readMarker(path);
  if (found !== null && found.gateway === place.gateway && found.directory === place.directory)
    return;
  if (place.directory === null && (found === null || found.gateway === place.gateway))
    return settle(parts, place.gateway);
  if (!acceptLoss)
    throw found?.gateway === place.gateway || found === null ? lost(path) : other(path);
  const marker = { gateway: place.gateway, directory: random.token(characters) };
  await unlink(join(path, markerName)).catch(whenMissing(undefined));
  await writeMarker(path, marker);
  await state.write([{ put: key, value: marker }]);
}

/** The gateway's first start, or one that a crash had cut short. Other nodes may do the same at once. */
async function settle({ path, state, random }: PlaceParts, gateway: string): Promise<void> {
  await writeMarker(path, { gateway, directory: random.token(characters) });
  const marker = await readMarker(path);
  if (marker === null || marker.gateway !== gateway) throw other(path);
  const entry = await state.get<Place>(key);
  if (entry !== null && entry.value.directory === null)
    await state.write([{ put: key, value: marker, when: { ifVersion: entry.version } }]);
  const place = await readPlace(state);
  if (place.directory !== marker.directory) throw lost(path);
}

/** `null`: there is none, or it cannot be read as one. */
export async function readMarker(path: string): Promise<Marker | null> {
  const text = await readFile(join(path, markerName), "utf8").catch(whenMissing(""));
  try {
    const value = JSON.parse(text) as Partial<Marker> | null;
    const { gateway, directory } = value ?? {};
    return typeof gateway === "string" && typeof directory === "string"
      ? { gateway, directory }
      : null;
  } catch {
    return null;
  }
}

/** Writes the marker whole, unless there is one. */
async function writeMarker(path: string, marker: Marker): Promise<void> {
  const target = join(path, markerName);
  const draft = join(path, `.${markerName}.${marker.directory}`);
  await writeFile(draft, `${JSON.stringify(marker)}\n`, { flag: "wx", mode: 0o600, flush: true });
  try {
    await link(draft, target).catch((error: unknown) => {
      if (codeOf(error) === "EEXIST") return undefined;
      // A file system without hard links.
      return copyFile(draft, target, constants.COPYFILE_EXCL);
    });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    await unlink(draft);
  }
  await syncDirectory(path);
}

async function readPlace(state: PluginState): Promise<Place> {
  const entry = await state.get<Place>(key);
  return entry?.value ?? { gateway: "", directory: null };
}

function lost(path: string): ParleyError {
  return new ParleyError(
    "media-directory-not-shared",
    `${path} is not the media directory of this gateway's store: give every node the same directory, or restore it; if its files are lost for good, start once with acceptLoss: true.`,
  );
}

function other(path: string): ParleyError {
  return new ParleyError(
    "media-directory-not-shared",
    `${path} holds the media of a gateway with another store: give this gateway a directory of its own.`,
  );
}
