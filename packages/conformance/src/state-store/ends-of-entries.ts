import type { Check, StoreBench } from "../stores/store-bench.ts";
import { purgeAll } from "../stores/purge-all.ts";
import { want } from "../want.ts";
import {
  claimDue,
  claimOne,
  end,
  get,
  keysOf,
  outcome,
  put,
  remove,
  wake,
  write,
} from "./state-bench.ts";

const dayMs = 86_400_000;

const erasedKeys = async (bench: StoreBench, id: string, limit = 10, instance = "app") =>
  (await bench.stores.erasures.entries(instance, id, limit)).map(({ key }) => key);

export function checkEnds(check: Check): void {
  checkExpiry(check);
  checkErasure(check);
  checkLimits(check);
}

function checkExpiry(check: Check): void {
  check("an expired entry is gone, before it is deleted too", async (bench) => {
    const { now } = bench;
    await write(bench, [put("a", { expiresAt: now + 5, due: now + 5 }), put("b")]);
    bench.now += 4;
    want("not yet", await keysOf(bench), ["a", "b"]);
    bench.now += 1;
    want("not read", [await get(bench, "a"), await keysOf(bench)], [null, ["b"]]);
    const { entries, nextAt } = await claimDue(bench);
    want("not called for", [entries, nextAt], [[], null]);
    want("not woken", await outcome(bench, wake("a")), true);
    want("nor then", (await claimDue(bench)).entries, []);
    want("deleted", await bench.stores.retention.expireEntries(bench.now, 10), 1);
    want("once", await bench.stores.retention.expireEntries(bench.now, 10), 0);
    want("and room for others", (await bench.stores.state.usage())[0]?.entries, 1);
  });

  check("expired entries are deleted some at a time", async (bench) => {
    for (const instance of ["one", "two"])
      await write(
        bench,
        ["a", "b"].map((key) => put(key, { expiresAt: bench.now })),
        { instance },
      );
    const { retention } = bench.stores;
    want("some", await retention.expireEntries(bench.now, 3), 3);
    want("the rest", await retention.expireEntries(bench.now, 3), 1);
    want("none is left", await bench.stores.state.usage(), []);
  });
}

function checkErasure(check: Check): void {
  check(
    "erasing a conversation closes its entries, which only its listener gets",
    async (bench) => {
      const id = await bench.converse("1");
      const kept = await bench.converse("2");
      await write(bench, [
        put("b", { conversationId: id, due: bench.now }),
        put("a", { conversationId: id }),
        put("c", { conversationId: kept }),
        put("d"),
      ]);
      const claim = await claimOne(bench);
      await bench.erase(id);
      await bench.restart();
      want("not read", [await get(bench, "a"), await keysOf(bench)], [null, ["c", "d"]]);
      want("not called for", (await claimDue(bench)).entries, []);
      want("its due call has ended", await outcome(bench, end(claim, null)), "stale-claim");
      want("not written", await outcome(bench, put("a", { conversationId: null })), "erased");
      want("nor anew", await outcome(bench, put("new", { conversationId: id })), "erased");
      want("not deleted by others", await outcome(bench, remove("a")), true);
      want("the listener gets them", await erasedKeys(bench, id), ["a", "b"]);
      want("some at a time", await erasedKeys(bench, id, 1), ["a"]);
      want("not those of others", await erasedKeys(bench, id, 10, "other"), []);
      want("nor of other conversations", await erasedKeys(bench, kept), []);
      want("the doctor counts them", (await bench.stores.state.usage())[0]?.erased, 2);
    },
  );

  check("a conversation that retention deletes closes its entries too", async (bench) => {
    const id = await bench.converse();
    await write(bench, [put("a", { conversationId: id })]);
    bench.now += 1_000;
    await purgeAll(bench.stores.retention, bench.now);
    want("closed", [await get(bench, "a"), await erasedKeys(bench, id)], [null, ["a"]]);
  });

  check(
    "entries of an erased conversation are removed once taken, and their keys are free",
    async (bench) => {
      const id = await bench.converse();
      for (const instance of ["app", "bot", "old"])
        await write(bench, [put("a", { conversationId: id }), put("b", { conversationId: id })], {
          instance,
        });
      await bench.erase(id);
      const { erasures } = bench.stores;
      await erasures.removeEntries(id, { ofAllBut: ["app", "bot"] });
      want("of those that do not listen", await erasedKeys(bench, id, 10, "old"), []);
      await erasures.removeEntries(id, { of: "app", keys: ["a", "gone"] });
      want("those that were taken", await erasedKeys(bench, id), ["b"]);
      want("nothing of others", await erasedKeys(bench, id, 10, "bot"), ["a", "b"]);
      await erasures.removeEntries(id, { of: "app", keys: ["a"] });
      want("the key is free", await outcome(bench, put("a")), true);
      want(
        "room is free",
        (await bench.stores.state.usage()).map(({ entries }) => entries),
        [2, 2],
      );
    },
  );

  check("an entry that is written in the meantime is not removed", async (bench) => {
    const id = await bench.converse();
    await write(bench, [put("a", { conversationId: id })]);
    await bench.erase(id);
    await bench.stores.erasures.removeEntries(id, { of: "app", keys: ["a"] });
    await write(bench, [put("a")]);
    await bench.stores.erasures.removeEntries(id, { of: "app", keys: ["a"] });
    want("it stays", await keysOf(bench), ["a"]);
  });

  check("what no listener takes is deleted after 30 days", async (bench) => {
    const id = await bench.converse();
    const soon = bench.now + dayMs;
    await write(bench, [
      put("a", { conversationId: id }),
      put("b", { conversationId: id, expiresAt: soon }),
    ]);
    await bench.erase(id);
    const { retention } = bench.stores;
    want("not at once", await retention.expireEntries(bench.now, 10), 0);
    bench.now = soon;
    want("one by its own instant", await retention.expireEntries(bench.now, 10), 1);
    bench.now += 29 * dayMs - 1;
    want("not before", await retention.expireEntries(bench.now, 10), 0);
    bench.now += 1;
    want("then", await retention.expireEntries(bench.now, 10), 1);
    want("none is left", await erasedKeys(bench, id), []);
  });
}

function checkLimits(check: Check): void {
  check("an instance has no more entries and bytes than it may", async (bench) => {
    const limits = { entries: 2, bytes: 30 };
    const tried = async (...writes: Parameters<typeof write>[1]) => {
      const answer = await write(bench, writes, { limits });
      return answer.written || `${answer.index} ${answer.why}`;
    };
    want("as many", await tried(put("a"), put("b")), true);
    want("one more", await tried(put("c")), "0 full");
    want("in place of another", await tried(remove("a"), put("c")), true);
    // A key of one byte, and a text of 25 in quotes.
    want("28 bytes, 32 with the other", await tried(put("c", { value: "x".repeat(25) })), "0 full");
    want(
      "characters of two bytes count two",
      await tried(put("c", { value: "ü".repeat(12) })),
      "0 full",
    );
    want("30 bytes", await tried(put("c", { value: "x".repeat(23) })), true);
    want("nothing was written of the rest", await keysOf(bench), ["b", "c"]);
    const other = await write(bench, [put("a")], { instance: "other", limits });
    want("others have their own", other.written, true);
    const smaller = await write(bench, [put("c", { value: 1 })], {
      limits: { entries: 1, bytes: 1 },
    });
    want("what shrinks passes under any limit", smaller.written, true);
    const usage = { entries: 2, failing: 0, erased: 0 };
    const all = [
      { instance: "app", bytes: 6, ...usage },
      { instance: "other", bytes: 4, ...usage, entries: 1 },
    ];
    want("counted", await bench.stores.state.usage(), all);
  });
}
