import { randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { StartError, systemCodeOf } from "../start-error.ts";

/** The host's data directory and the small secret files in it. */
export class DataDirectory {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** Creates the directory for its owner only, when missing. @throws StartError */
  static open(path: string): DataDirectory {
    try {
      makeDirectory(resolve(path));
      accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      throw new StartError(
        `The data directory ${path} cannot be made or written (${systemCodeOf(error)}): set PARLEY_DATA to a directory that is writable for this user.`,
        error,
      );
    }
    return new DataDirectory(path);
  }

  /** Content of a secret file; `null` when it is missing. @throws StartError */
  read(name: string): string | null {
    const path = join(this.path, name);
    try {
      const text = readFileSync(path, "utf8");
      chmodSync(path, 0o600);
      return text;
    } catch (error) {
      if (systemCodeOf(error) === "ENOENT") return null;
      throw new StartError(`${path} cannot be read (${systemCodeOf(error)}).`, error);
    }
  }

  /** Writes a secret file atomically, with mode 0600. @throws StartError */
  write(name: string, text: string): void {
    const path = join(this.path, name);
    const draft = `${path}.${randomBytes(6).toString("hex")}`;
    try {
      const file = openSync(draft, "wx", 0o600);
      try {
        writeSync(file, text);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      renameSync(draft, path);
    } catch (error) {
      rmSync(draft, { force: true });
      throw new StartError(`${path} cannot be written (${systemCodeOf(error)}).`, error);
    }
  }
}

/**
 * Not Node's recursive `mkdir`: it never ends on file systems that always answer ENOENT, such as an automounter or
 * `/proc`.
 */
function makeDirectory(path: string): void {
  const above = dirname(path);
  try {
    return makeOne(path);
  } catch (error) {
    if (systemCodeOf(error) !== "ENOENT" || above === path) throw error;
  }
  makeDirectory(above);
  makeOne(path);
}

function makeOne(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!isDirectory(path)) throw error;
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
