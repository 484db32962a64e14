import { statSync } from "node:fs";
import { ParleyError } from "@parley/core";

/**
 * Whether the open file is still the one at its path. When a program deletes, moves or replaces it, the open connection
 * notices nothing. The data would be lost when the process ends.
 */
export class FilePlace {
  readonly #path: string;
  readonly #opened: string | null;

  /** `path` of a file that was just opened. */
  constructor(path: string) {
    this.#path = path;
    this.#opened = fileAt(path) ?? null;
  }

  /** `false` also when the check is not possible: a directory without permissions still has its file. */
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

/** `null`: there is no file; `undefined`: unknown. */
function fileAt(path: string): string | null | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined ? null : `${found.dev}:${found.ino}`;
  } catch {
    return undefined;
  }
}
