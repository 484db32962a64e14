import { statSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { bodyOf } from "../load/body.ts";
import { serveParent } from "../process/serve-parent.ts";
import { GatewayAlone } from "./gateway-alone.ts";
import { type History, visitorsAtOnce } from "./settled-history.ts";

/** Directory, and number of messages and visitors. */
export interface DiskOrder extends History {
  readonly directory: string;
}

export interface DiskUse {
  /** Size of the whole file. There are no other files. */
  readonly fileBytes: number;
  /** Size by table or index, largest first. */
  readonly parts: Readonly<Record<string, number>>;
}

serveParent({ ready: true, answer: measure, stop: async () => {} });

/** A gateway accepts every message through its inbox, delivers it, and closes. */
async function measure({ directory, conversations, perConversation }: DiskOrder): Promise<DiskUse> {
  const gateway = await GatewayAlone.open(directory);
  for (let first = 0; first < conversations; first += visitorsAtOnce) {
    const writers = Array.from(
      { length: Math.min(visitorsAtOnce, conversations - first) },
      (_, index) => first + index,
    );
    for (let number = 0; number < perConversation; number += 1)
      await gateway.acceptAll(
        writers.map((writer) => bodyOf("visitor", { writer, number, sentAt: Date.now() })),
      );
  }
  await gateway.delivered(conversations * perConversation);
  await gateway.close();
  return usedIn(join(directory, "parley.db"));
}

function usedIn(path: string): DiskUse {
  const logBytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (logBytes > 0) throw new Error(`${logBytes} bytes were left beside the file`);
  const database = new Sqlite(path, { readonly: true });
  try {
    const rows = database
      .prepare("select name, sum(pgsize) as bytes from dbstat group by name order by bytes desc")
      .all() as { name: string; bytes: number }[];
    const parts = Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]));
    return { fileBytes: statSync(path).size, parts };
  } finally {
    database.close();
  }
}
