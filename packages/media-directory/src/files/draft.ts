import { type FileHandle, unlink } from "node:fs/promises";
import { whenMissing } from "./file-fault.ts";

/** A file that is being written. */
export class Draft {
  readonly path: string;
  readonly #handle: FileHandle;
  sizeBytes = 0;

  constructor(path: string, handle: FileHandle) {
    this.path = path;
    this.#handle = handle;
  }

  async append(bytes: Uint8Array): Promise<void> {
    await this.#handle.writeFile(bytes);
    this.sizeBytes += bytes.length;
  }

  /** Resolves once its content is durable. @param now epoch milliseconds */
  async finish(now: number): Promise<void> {
    try {
      await this.#handle.utimes(now / 1_000, now / 1_000);
      await this.#handle.sync();
    } finally {
      await this.#handle.close();
    }
  }

  /** Deletes it. */
  async discard(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    await unlink(this.path).catch(whenMissing(undefined));
  }
}
