import { FileImage } from "./file-image.ts";
import type { Change, Operation } from "./operation.ts";
import type { Tear } from "./tear.ts";

interface File {
  /** What a sync has promised. */
  readonly durable: FileImage;
  /** What the disk may hold of, or not, in any order. */
  readonly pending: Change[];
}

/**
 * What a disk promises after each operation, by the letter: content holds from its file's sync on, a name from its
 * directory's sync on. All else may be there or not.
 */
export class Disk {
  #names = new Map<string, File>();
  #durableNames = new Map<string, File>();

  apply(operation: Operation): void {
    const { name } = operation;
    const file = this.#names.get(name);
    switch (operation.kind) {
      case "create":
        this.#names.set(name, { durable: new FileImage(), pending: [] });
        break;
      case "unlink":
        this.#names.delete(name);
        break;
      case "sync":
        if (name === "") this.#durableNames = new Map(this.#names);
        else if (file !== undefined) settle(file);
        break;
      case "failed-sync":
        // The system does not try again: what was to be written is lost, though the process still reads it.
        if (file !== undefined) file.pending.length = 0;
        break;
      default:
        file?.pending.push(operation);
    }
  }

  /** The files that the power's return could find. */
  after(tear: Tear): ReadonlyMap<string, Buffer> {
    const found = new Map<string, Buffer>();
    for (const name of new Set([...this.#names.keys(), ...this.#durableNames.keys()])) {
      const [older, newer] = [this.#durableNames.get(name), this.#names.get(name)];
      const file = older === newer || tear.keepsName() ? newer : older;
      if (file !== undefined) found.set(name, tornContent(file, tear));
    }
    return found;
  }
}

function settle(file: File): void {
  for (const change of file.pending) file.durable.apply(change);
  file.pending.length = 0;
}

function tornContent({ durable, pending }: File, tear: Tear): Buffer {
  const kept = tear.keep(pending);
  if (kept.length === 0) return durable.bytes;
  const image = durable.copy();
  for (const change of kept) image.apply(change);
  return image.bytes;
}
