import type { StoredErasure } from "@parley/core";
import { citeRules } from "../cite-rules.ts";
import type { Runner } from "../runner.ts";
import { anInboundAppend, anOwnerAppend, aText, delivered } from "../samples/samples.ts";
import { sources } from "../sources.ts";
import { purgeAll } from "./purge-all.ts";
import { type Check, checksOf, type OpenStores, type StoreBench } from "./store-bench.ts";
import { want } from "../want.ts";

/** Tests an `ErasureStore`. */
export function erasureStoreSuite(runner: Runner, name: string, open: OpenStores): void {
  const check = checksOf(citeRules(runner, sources.erasureStore), open);
  runner.describe(`${name} as an ErasureStore`, () => {
    checkWritten(check);
    checkLists(check);
  });
}

const all = (bench: StoreBench): Promise<readonly StoredErasure[]> =>
  bench.stores.erasures.notices(0, 100);

async function ids(bench: StoreBench): Promise<readonly string[]> {
  return (await all(bench)).map(({ conversationId }) => conversationId);
}

function checkWritten(check: Check): void {
  check(
    "an erased conversation leaves one notice of its ids, which a crash does not lose",
    async (bench) => {
      const id = await bench.converse("1");
      const kept = await bench.converse("2");
      want("none before", await all(bench), []);
      await bench.erase(id);
      want("nothing more is erased", await bench.stores.conversations.erase(id), false);
      await bench.restart();
      const [notice] = await all(bench);
      want("one", await ids(bench), [id]);
      want("with its ids and nothing else", notice, {
        position: notice?.position,
        conversationId: id,
        channelId: "shop",
        owners: ["default"],
      });
      want("the other stays", (await bench.messages(kept)).length, 1);
    },
  );

  check("a notice names every backend that ever owned the conversation", async (bench) => {
    await bench.stores.backends.open({
      names: ["default", "sales", "support"],
      takesDefault: null,
    });
    const [erased, purged] = [await bench.converse("1"), await bench.converse("2")];
    for (const id of [erased, purged])
      for (const backend of ["sales", null, "support"]) {
        const fence = (await bench.stores.conversations.find({ id }))?.owner.fence ?? 0;
        await bench.store(anOwnerAppend(id, { backend, assignee: null }, { fence }));
      }
    await bench.converse("3");
    await bench.erase(erased);
    await bench.erase("shop-key-3");
    bench.now += 1;
    await purgeAll(bench.stores.retention, bench.now);
    await bench.restart();
    const told = (await all(bench)).map(({ conversationId, owners }) => [
      conversationId,
      owners?.toSorted(),
    ]);
    const each = ["default", "sales", "support"];
    want("erased or purged", told, [
      [erased, each],
      ["shop-key-3", ["default"]],
      [purged, each],
    ]);
  });

  check(
    "a conversation that retention deletes whole leaves a notice, one that stays none",
    async (bench) => {
      const old = await bench.converse("1");
      const kept = await bench.converse("2");
      bench.now += 1_000;
      await bench.settle(await bench.reply(kept), delivered);
      const purged = await purgeAll(bench.stores.retention, bench.now);
      want("one whole, and a message of the other", purged, { conversations: 1, messages: 2 });
      want("one notice", await ids(bench), [old]);
    },
  );

  check("a long conversation that is erased in steps leaves one notice", async (bench) => {
    const texts = Array.from({ length: 50 }, (_, index) => aText(`${index}`));
    for (let round = 0; round < 24; round += 1)
      await bench.store(anInboundAppend({ messages: texts }));
    await bench.erase("shop-key-1");
    want("one", await ids(bench), ["shop-key-1"]);
  });

  check("the visitor who comes back takes nothing away from the notice", async (bench) => {
    const id = await bench.converse("1");
    await bench.erase(id);
    await bench.converse("1");
    want("it stays", await ids(bench), [id]);
  });
}

function checkLists(check: Check): void {
  check("notices come in order, behind a position, as many as asked for", async (bench) => {
    const erased: string[] = [];
    for (const visitorKey of ["1", "2", "3", "4"]) {
      const id = await bench.converse(visitorKey);
      await bench.erase(id);
      erased.push(id);
    }
    const read: string[] = [];
    for (let after = 0; ;) {
      const page = await bench.stores.erasures.notices(after, 3);
      want("no more than asked for", page.length <= 3, true);
      read.push(...page.map(({ conversationId }) => conversationId));
      const last = page.at(-1);
      if (last === undefined) break;
      want("rising", last.position > after, true);
      after = last.position;
    }
    want("each once", read, erased);
  });

  check(
    "what is removed is gone, also after a crash, and no position is used twice",
    async (bench) => {
      for (const visitorKey of ["1", "2"]) await bench.erase(await bench.converse(visitorKey));
      const [first, second] = await all(bench);
      await bench.stores.erasures.remove([second?.position ?? 0]);
      want("the other stays", await ids(bench), [first?.conversationId]);
      await bench.stores.erasures.remove([first?.position ?? 0, second?.position ?? 0]);
      await bench.restart();
      want("none", await all(bench), []);
      await bench.erase(await bench.converse("3"));
      const [third] = await all(bench);
      want("a higher one", (third?.position ?? 0) > (second?.position ?? 0), true);
      await bench.stores.erasures.remove([]);
      want("removing nothing removes nothing", (await all(bench)).length, 1);
    },
  );
}
