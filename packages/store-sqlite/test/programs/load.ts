// Commits without pause and prints the result of each commit, until it is killed.
import { aBudget, aText, anInboundAppend, anOutboundAppend, delivered } from "@parley/conformance";
import type { Lease } from "@parley/core";
import { Database } from "../../src/connection/database.ts";
import { SqliteMessageStore } from "../../src/message-store.ts";
import { tell } from "./report.ts";

const [directory = "", run = "0"] = process.argv.slice(2);
const store = new SqliteMessageStore(Database.open({ directory, fileName: "parley.db" }));
await store.release({ owner: `run-${run}`, scope: "dead" }, Date.now());
let held: readonly Lease[] = [];
for (let round = 0; ; round += 1) {
  const appends = Array.from({ length: 8 }, (_, index) =>
    anInboundAppend({ visitorKey: `${index}`, messages: [aText(`${run}-${round}-${index}`)] }),
  );
  const settlements = held.map(({ lane, token }) => ({ lane, token, verdict: delivered }));
  const replies =
    round === 0 ? [] : [anOutboundAppend("shop-key-1", { messages: [aText(`${run}-${round}`)] })];
  const batch = { appends: [...appends, ...replies], settlements };
  const answer = await store.commit(batch, Date.now(), aBudget({ owner: `run-${run}` }));
  held = answer.leases;
  const stored = answer.appends.flatMap((append, index) =>
    append.status === "stored"
      ? append.sequences.map((sequence) => [
          append.conversationId,
          sequence,
          batch.appends[index]?.messages[0],
        ])
      : [],
  );
  tell({ stored, settled: settlements.length });
}
