import { statSync } from "node:fs";
import { ParleyError } from "@parley/core";

/**
 * Whether the file that is open is still the one that its path names. A program that deletes, moves or replaces it takes
 * nothing from a connection that is open, so that everything would go on as it was until the process ends.
 */
export class FilePlace {
  readonly #path: string;
  readonly #opened: string | null;

  /** Of a file that was opened just now. */
  constructor(path: string) {
    this.#path = path;
    this.#opened = fileAt(path) ?? null;
  }

  /** `false` also where nobody can look: a directory that lost its rights has its file still. */
  get isLost(): boolean {
    const found = fileAt(this.#path);
    return found !== undefined && found !== this.#opened;
  }

  /** @throws ParleyError `store-moved`. */
  check(): void {
    if (!this.isLost) return;
    throw new ParleyError(
      "store-moved",
      `${this.#path} was deleted, moved or replaced while it was open. Nothing of this call was stored. Move the file back before any restart, or make a backup now.`,
      { retryable: true },
    );
  }
}

/** `null`: there is no file; `undefined`: nobody can tell. */
function fileAt(path: string): string | null | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined ? null : `${found.dev}:${found.ino}`;
  } catch {
    return undefined;
  }
}
