import { anInboundAppend, noLeases } from "../samples/samples.ts";
import type { Check } from "../stores/store-bench.ts";
import { want } from "../want.ts";
import { get, keysOf, outcome, put, remove, valueOf, write } from "./state-bench.ts";

export function checkWrites(check: Check): void {
  check("an entry is found, field for field, also after a restart", async (bench) => {
    const conversationId = await bench.converse();
    const value = { thread: "ü\u0000\ud800", cursor: [1, null] };
    const fields = { value, conversationId, due: bench.now + 5, expiresAt: bench.now + 9 };
    const answer = await write(bench, [put("thread:1", fields)]);
    await bench.restart();
    const entry = await get(bench, "thread:1");
    want("the answer has its version", answer, { written: true, versions: [entry?.version] });
    want("it is all there", entry, {
      key: "thread:1",
      value: JSON.stringify(value),
      version: entry?.version,
      conversationId,
      due: bench.now + 5,
      expiresAt: bench.now + 9,
      isWoken: false,
      claim: null,
      failures: 0,
      isErased: false,
    });
  });

  check("an instance sees its own entries only", async (bench) => {
    await write(bench, [put("a", { value: 1 })], { instance: "one" });
    await write(bench, [put("a", { value: 2 })], { instance: "two" });
    want("its own", await valueOf(bench, "a", "one"), 1);
    want("nothing of others", await keysOf(bench, "", "three"), []);
    await write(bench, [remove("a")], { instance: "two" });
    want("nor does it delete theirs", await keysOf(bench, "", "one"), ["a"]);
  });

  check("a put replaces the value, and keeps what it leaves out", async (bench) => {
    const conversationId = await bench.converse();
    await write(bench, [put("a", { conversationId, due: 7, expiresAt: bench.now + 10 })]);
    const first = await get(bench, "a");
    await write(bench, [put("a", { value: 2 })]);
    const second = await get(bench, "a");
    want("the rest stays", second, { ...first, value: "2", version: second?.version });
    want("the version is another", second?.version === first?.version, false);
    await write(bench, [put("a", { conversationId: null, due: null, expiresAt: null })]);
    const third = await get(bench, "a");
    const fields = [third?.conversationId, third?.due, third?.expiresAt];
    want("null clears", fields, [null, null, null]);
  });

  check("a version never comes twice, even when the key was deleted", async (bench) => {
    const versions: unknown[] = [];
    for (let round = 0; round < 3; round += 1) {
      await write(bench, [put("a")]);
      versions.push((await get(bench, "a"))?.version);
      await write(bench, [remove("a")]);
      if (round === 1) await bench.restart();
    }
    want("all different", new Set(versions).size, 3);
  });

  check("a batch is written whole and in order, or not at all", async (bench) => {
    await write(bench, [put("a", { value: 1 }), put("b"), put("a", { value: 2 }), remove("b")]);
    want("in order", [await valueOf(bench, "a"), await keysOf(bench)], [2, ["a"]]);
    const answer = await write(bench, [
      put("a", { value: 3 }),
      put("c", { when: { ifVersion: 1_000 } }),
    ]);
    want("the place of the first that is refused", answer, {
      written: false,
      index: 1,
      why: "version",
    });
    want("nothing of it", [await valueOf(bench, "a"), await keysOf(bench)], [2, ["a"]]);
  });

  check("batches and messages of one commit are one transaction", async (bench) => {
    const limits = { entries: 10, bytes: 1_000 };
    const batch = (key: string) => ({ instance: "app", writes: [put(key)], limits });
    const result = await bench.commit(
      {
        appends: [anInboundAppend()],
        states: [
          batch("a"),
          { ...batch("b"), writes: [put("b", { when: { ifVersion: 9 } })] },
          batch("c"),
        ],
      },
      noLeases,
    );
    const written = result.states.map((answer) => answer.written);
    want("one that is refused takes none with it", written, [true, false, true]);
    want("the others are there", await keysOf(bench), ["a", "c"]);
    want("so is the message", result.appends[0]?.status, "stored");
  });

  check("entries are listed by prefix, in the order of their keys, page by page", async (bench) => {
    const keys = ["b:2", "a:1", "b:10", "b:1", "B:1", "b;1", "b%1", "b_1"];
    await write(
      bench,
      keys.map((key) => put(key)),
    );
    want("all, by bytes", await keysOf(bench), [...keys].sort());
    want("of a prefix", await keysOf(bench, "b:"), ["b:1", "b:10", "b:2"]);
    want("its signs mean themselves", await keysOf(bench, "b%"), ["b%1"]);
    want("an underscore too", await keysOf(bench, "b_"), ["b_1"]);
    const page = { prefix: "b:", after: "b:1", limit: 1 };
    const next = await bench.stores.state.list("app", page, bench.now);
    want(
      "the page after",
      next.map(({ key }) => key),
      ["b:10"],
    );
  });

  check("deleting what is not there is no fault", async (bench) => {
    want("done", await outcome(bench, remove("a")), true);
  });
}
