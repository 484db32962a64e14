import { bodyBytes } from "../load/body.ts";
import { type CaseResult, figure } from "../figure.ts";
import { Child } from "../process/child.ts";
import { moduleBeside } from "../process/module-beside.ts";
import { say } from "../report/progress.ts";
import type { DiskOrder, DiskUse } from "../store/disk-process.ts";
import type { History } from "../store/settled-history.ts";
import { inTemporaryDirectory } from "../process/temporary-directory.ts";

/** Bytes per message. Less comes from a fixed number of pages. */
const worthTelling = 0.1;

/** Disk space per message, once it is delivered and the gateway has closed its file. */
export async function measureDisk(history: History): Promise<CaseResult> {
  const { conversations, perConversation } = history;
  const messages = conversations * perConversation;
  const { fileBytes, parts } = await inTemporaryDirectory(async (directory) => {
    const child = await Child.start<true>(moduleBeside("../store/disk-process", import.meta.url));
    try {
      return await child.ask<DiskUse>({ directory, ...history } satisfies DiskOrder);
    } finally {
      await child.stop();
    }
  });
  const bytes = fileBytes / messages;
  say(`  ${bytes.toFixed(1)} bytes a message`);
  return {
    figures: [figure("disk", [bytes])],
    rows: Object.entries(parts)
      .filter(([, size]) => size / messages >= worthTelling)
      .map(([name, size]) => ({
        table: `Disk: ${perConversation} messages a conversation, bytes per message`,
        name,
        cells: { bytes: Math.round((size / messages) * 10) / 10 },
      })),
    settings: {
      disk: `a message is ${bodyBytes} bytes of JSON as its visitor sends it, sender included; delivered, with its record`,
    },
  };
}
