import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { fileFault } from "./file-fault.ts";

/** The text of a file, or of stdin for `-`. @throws CommandError `usage` */
export async function readSource(path: string, signal: AbortSignal): Promise<string> {
  try {
    return path === "-"
      ? await text(process.stdin)
      : await readFile(path, { encoding: "utf8", signal });
  } catch (error) {
    throw fileFault(path, error);
  }
}
