import { createReadStream } from "node:fs";
import { CommandError } from "../command-error.ts";
import { exitCodes } from "../exit-code.ts";
import { fileFault } from "./file-fault.ts";

/** Enough for a hundred thousand channels. It stops an endless device. */
const limitBytes = 64 * 1024 * 1024;

/** Text of a file, or of stdin for `-`. @throws CommandError `usage` */
export async function readSource(path: string, signal: AbortSignal): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    const source = path === "-" ? process.stdin : createReadStream(path, { signal });
    for await (const piece of source) {
      pieces.push(piece as Buffer);
      bytes += (piece as Buffer).length;
      if (bytes > limitBytes) throw tooLong(path);
    }
  } catch (error) {
    throw error instanceof CommandError ? error : fileFault(path, error);
  }
  return Buffer.concat(pieces).toString();
}

function tooLong(path: string): CommandError {
  const name = path === "-" ? "stdin" : path;
  return new CommandError(
    exitCodes.usage,
    `${name} is longer than ${limitBytes / 1024 / 1024} MiB: expected a list of channels.`,
    "Nothing was changed.",
  );
}
