import { randomBytes } from "node:crypto";
import { type FileHandle, link, lstat, open, rename, rm } from "node:fs/promises";
import { CommandError } from "../command-error.ts";
import { exitCodes } from "../exit-code.ts";
import { fileFault } from "../input/file-fault.ts";

/** A new file that only its owner can read. It gets its name only when it is complete. */
export class NewFile implements AsyncDisposable {
  readonly #path: string;
  /** Temporary path until the file is complete. */
  readonly #part: string;
  readonly #replace: boolean;
  readonly #handle: FileHandle;

  private constructor(path: string, part: string, replace: boolean, handle: FileHandle) {
    this.#path = path;
    this.#part = part;
    this.#replace = replace;
    this.#handle = handle;
  }

  /** @throws CommandError `usage` when the file exists and must not be replaced, or cannot be written */
  static async create(path: string, replace: boolean): Promise<NewFile> {
    if (!replace && (await exists(path))) throw isThere(path);
    const part = `${path}.${randomBytes(8).toString("hex")}.part`;
    try {
      return new NewFile(path, part, replace, await open(part, "wx", 0o600));
    } catch (error) {
      throw fileFault(path, error);
    }
  }

  async write(text: string): Promise<void> {
    try {
      await this.#handle.write(text);
    } catch (error) {
      throw fileFault(this.#path, error);
    }
  }

  /** Syncs the file to disk and gives it its name. */
  async keep(): Promise<void> {
    try {
      await this.#handle.sync();
      if (this.#replace) await rename(this.#part, this.#path);
      else await link(this.#part, this.#path);
    } catch (error) {
      throw fileFault(this.#path, error);
    }
  }

  /** Deletes the file unless it was kept. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
    await rm(this.#part, { force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

function isThere(path: string): CommandError {
  return new CommandError(
    exitCodes.usage,
    `${path} already exists, so nothing was done.`,
    "Add --replace to overwrite it, or name another file.",
  );
}
