import { openSync, writeSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { compileNative } from "../native/compile.ts";

/** Kinds of calls on the store's files, in the order of `native/faults.c`. */
const kinds = ["write", "sync", "open"] as const;

/** Which kinds fail, and with which error. */
export type FileFaults = Readonly<
  Partial<Record<(typeof kinds)[number], keyof typeof constants.errno>>
>;

/** Makes calls of a gateway process on the files of `directory` fail, from outside. */
export class FaultControl {
  /** For the gateway's process. */
  readonly env: NodeJS.ProcessEnv;
  readonly #descriptor: number;

  /** @throws when there is no C compiler. */
  constructor(scratch: string, directory: string) {
    const control = join(scratch, "faults");
    this.#descriptor = openSync(control, "w", 0o600);
    this.set({});
    this.env = {
      ...process.env,
      LD_PRELOAD: compileNative("faults", scratch),
      PARLEY_FAULT_DIRECTORY: directory,
      PARLEY_FAULT_CONTROL: control,
    };
  }

  set(faults: FileFaults): void {
    const numbers = kinds.map((kind) => {
      const name = faults[kind];
      return name === undefined ? 0 : constants.errno[name];
    });
    writeSync(
      this.#descriptor,
      Buffer.from(Int32Array.from(numbers).buffer),
      0,
      4 * kinds.length,
      0,
    );
  }
}
