import type { StoreExport } from "@parley/core";
import { assign, beginIdle, failedFor } from "../message-store/owners/owner-bench.ts";
import { noLeases } from "../samples/samples.ts";
import { allEntries } from "../stores/all-entries.ts";
import type { StoreBench } from "../stores/store-bench.ts";
import { want, wantSome } from "../want.ts";

/** A check of an export, over the stores that it exports. */
export type ExportCheck = (
  title: string,
  body: (bench: StoreBench, exported: StoreExport) => Promise<void>,
) => void;

/** A conversation whose report and whose change of owner wait. */
export async function fillOwned(bench: StoreBench): Promise<void> {
  const id = await beginIdle(bench, { visitorKey: "3", backend: "sales" });
  await bench.settle(await bench.reply(id), failedFor("sales"), noLeases);
  const to = { backend: "support", assignee: "ada" };
  const tells = { tellsNew: true, tellsOld: true, why: "k\u0000\ud800" };
  await assign(bench, id, "support", { to, ...tells }, noLeases);
}

/** What the export tells of that conversation. */
export function checkExportedOwners(check: ExportCheck): void {
  check(
    "owners, their changes and the lanes of their backends are told",
    async (bench, exported) => {
      const id = "shop-key-3";
      const of = <Entry extends { readonly conversationId: string }>(entries: readonly Entry[]) =>
        entries.filter(({ conversationId }) => conversationId === id);
      const conversations = await allEntries(exported, "conversations", 100);
      const { owner } = wantSome("the third", conversations[2]).conversation;
      want("the owner", owner, { backend: "support", assignee: "ada", fence: 1 });
      const to = { backend: "support", assignee: "ada" };
      const change = {
        at: bench.now + 2,
        name: "assigned",
        fence: 1,
        by: "operator",
        why: "k\u0000\ud800",
      };
      const from = { backend: "sales", assignee: null };
      want("its change", await allEntries(exported, "ownerChanges", 100), [
        { conversationId: id, ...change, from, to },
      ]);
      const lanes = of(await allEntries(exported, "lanes", 100));
      const told = lanes.map(({ kind, backend, head, waiting }) => [kind, backend, head, waiting]);
      want("its lanes", told.toSorted(), [
        ["inbound", "support", 0, 0],
        ["notices", "sales", 4, 1],
        ["reports", "sales", 3, 1],
      ]);
      const texts = lanes.map(({ kind, ownerChange }) => [kind, ownerChange === null]);
      want("the one with the change", texts.toSorted(), [
        ["inbound", false],
        ["notices", true],
        ["reports", true],
      ]);
      const { ownerChange } = wantSome(
        "the lane",
        lanes.find(({ kind }) => kind === "inbound"),
      );
      const text = { ...change, from, to, conversationId: id, channelId: "shop", lastSequence: 3 };
      want("which is told", JSON.parse(ownerChange ?? ""), text);
      const deliveries = of(await allEntries(exported, "deliveries", 100));
      want(
        "whose its deliveries are",
        deliveries
          .toSorted((a, b) => a.sequence - b.sequence)
          .map((entry) => [entry.kind, entry.backend]),
        [
          ["inbound", null],
          ["outbound", "sales"],
          ["reports", "sales"],
          ["notices", "sales"],
        ],
      );
      await bench.erase(id);
      want("none, once erased", await allEntries(exported, "ownerChanges", 100), []);
      const notices = await allEntries(exported, "erasureNotices", 100);
      want(
        "but for whoever hears of it",
        notices.map(({ owners }) => owners?.toSorted()),
        [["sales", "support"]],
      );
    },
  );
}
