/** One thing that a process did to the recorded directory; `name` is empty for the directory itself. */
export type Operation =
  | {
      readonly kind: "write";
      readonly name: string;
      readonly offset: number;
      readonly data: Buffer;
    }
  | { readonly kind: "truncate"; readonly name: string; readonly size: number }
  | { readonly kind: "sync" | "failed-sync" | "create" | "unlink"; readonly name: string };

/** What waits in the cache of the operating system until its file is synced. */
export type Change = Extract<Operation, { kind: "write" | "truncate" }>;

const kinds = [null, "write", "sync", "truncate", "create", "unlink", "failed-sync"] as const;
const headerBytes = 15;

/** Reads what `native/recorder.c` wrote: header, name and, for a write, its bytes; again and again. */
export function readOperations(log: Buffer): Operation[] {
  const operations: Operation[] = [];
  for (let at = 0; at < log.length;) {
    const kind = kinds[log.readUInt8(at)];
    if (kind === null || kind === undefined) throw new Error(`the recording is damaged at ${at}`);
    const offset = Number(log.readBigInt64LE(at + 3));
    const nameAt = at + headerBytes;
    const dataAt = nameAt + log.readUInt16LE(at + 1);
    const name = log.toString("utf8", nameAt, dataAt);
    const dataEnd = dataAt + (kind === "write" ? log.readUInt32LE(at + 11) : 0);
    if (kind === "write")
      operations.push({ kind, name, offset, data: log.subarray(dataAt, dataEnd) });
    else if (kind === "truncate") operations.push({ kind, name, size: offset });
    else operations.push({ kind, name });
    at = dataEnd;
  }
  return operations;
}
