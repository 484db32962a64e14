import { openSync, writeSync } from "node:fs";
import { join } from "node:path";

/** The file among the recorded ones in which a gateway notes what the world outside has seen of it. */
export const marksName = "marks";

/**
 * `accepted`: the sender has been told that the text is stored. `attempt`: a request with the text is on its way to the
 * integrating system. The last one: whoever made the channel has its channel secret.
 */
export type MarkKind = "accepted" | "attempt" | "channel";

export type Mark = (kind: MarkKind, text: string) => void;

/** Notes stand in the recording between the writes and syncs of the database, at the instant at which they were made. */
export function openMarks(directory: string): Mark {
  const descriptor = openSync(join(directory, marksName), "a", 0o600);
  return (kind, text) => void writeSync(descriptor, `${kind} ${text}\n`);
}

/** What was noted in bytes of the file, in order. */
export function readMarks(bytes: Uint8Array): readonly (readonly [MarkKind, string])[] {
  const lines = new TextDecoder().decode(bytes).split("\n").slice(0, -1);
  return lines.map((line) => line.split(" ") as [MarkKind, string]);
}
