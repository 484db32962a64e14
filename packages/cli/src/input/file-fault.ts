import { CommandError } from "../command-error.ts";
import { exitCodes } from "../exit-code.ts";

const words: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or directory",
  EACCES: "this account has no permission to do that",
  EPERM: "this account has no permission to do that",
  EEXIST: "it already exists",
  EISDIR: "it is a directory",
  ELOOP: "it is a symbolic link",
  ENOTDIR: "a part of the path is not a directory",
  ENOSPC: "the disk is full",
  EROFS: "the file system is read-only",
};

/** Explains why a file from the command line cannot be used. */
export function fileFault(path: string, error: unknown): CommandError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  return new CommandError(
    exitCodes.usage,
    `${path}: ${words[code] ?? `it cannot be used (${code})`}.`,
  );
}
