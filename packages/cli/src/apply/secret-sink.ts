import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { fileFault } from "../input/file-fault.ts";
import type { IssuedSecrets } from "../output/issued-secrets.ts";
import type { Change } from "./plan.ts";

// Refuses links: another account of the machine may have created one.
const appending =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

/**
 * Writes secrets at once when they are issued, since they are never shown again. Target: a file of mode 0600, or
 * stdout.
 */
export class SecretSink implements AsyncDisposable {
  readonly #file: FileHandle | null;
  readonly #tell: (secrets: IssuedSecrets) => void;

  private constructor(file: FileHandle | null, tell: (secrets: IssuedSecrets) => void) {
    this.#file = file;
    this.#tell = tell;
  }

  /**
   * Opens the file before the first change, when the changes will issue secrets.
   * @param tell prints a secret when no file was named
   * @throws CommandError `usage`
   */
  static async open(
    path: string | null,
    changes: readonly Change[],
    tell: (secrets: IssuedSecrets) => void,
  ): Promise<SecretSink> {
    if (path === null || !changes.some(issuesSecrets)) return new SecretSink(null, tell);
    try {
      const file = await open(path, appending, 0o600);
      await file.chmod(0o600);
      return new SecretSink(file, () => undefined);
    } catch (error) {
      throw fileFault(path, error);
    }
  }

  async keep(secrets: IssuedSecrets): Promise<void> {
    await this.#file?.write(`${JSON.stringify(secrets)}\n`);
    await this.#file?.sync();
    this.#tell(secrets);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.close();
  }
}

function issuesSecrets({ change, fields }: Change): boolean {
  return change === "add" || fields.some(({ name, to }) => name === "signed" && to === true);
}
