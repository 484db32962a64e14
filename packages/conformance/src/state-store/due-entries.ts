import type { Check } from "../stores/store-bench.ts";
import { want } from "../want.ts";
import {
  claimDue,
  claimMs,
  claimOne,
  dueKeys,
  end,
  get,
  outcome,
  put,
  remove,
  valueOf,
  wake,
  write,
} from "./state-bench.ts";

export function checkDueEntries(check: Check): void {
  check("due entries are claimed, the longest due first, and each once", async (bench) => {
    const { now } = bench;
    await write(bench, [
      put("later", { due: now + 1 }),
      put("second", { due: now - 1 }),
      put("first", { due: now - 2 }),
      put("third", { due: now }),
      put("never"),
    ]);
    const claimed = await claimDue(bench, 2);
    want(
      "the first two",
      claimed.entries.map(({ key }) => key),
      ["first", "second"],
    );
    want("and when the next is", claimed.nextAt, now);
    want("then the rest", await dueKeys(bench), ["third"]);
    want("and no more", await dueKeys(bench), []);
    want("of this instance", (await claimDue(bench, 10, "other")).entries, []);
  });

  check("the end of a due call says when the next one is", async (bench) => {
    await write(bench, [put("a", { due: bench.now })]);
    want("taken", await outcome(bench, end(await claimOne(bench), bench.now + 100)), true);
    const { entries, nextAt } = await claimDue(bench);
    want("not yet", [entries, nextAt], [[], bench.now + 100]);
    bench.now += 100;
    const claim = await claimOne(bench);
    const version = (await get(bench, "a"))?.version;
    const ended = { kind: "end", claim, due: null, value: "3", hasFailed: false } as const;
    want("with a value", await outcome(bench, ended), true);
    const entry = await get(bench, "a");
    want("it is written", [entry?.value, entry?.version === version], ["3", false]);
    want("never by itself", (await claimDue(bench)).nextAt, null);
  });

  check("a claim that is not renewed can be taken over, also after a crash", async (bench) => {
    await write(bench, [put("a", { due: bench.now })]);
    const lost = await claimOne(bench);
    bench.now += claimMs - 1;
    const renewed = { kind: "renew", claim: lost, until: bench.now + claimMs } as const;
    want("renewed", await outcome(bench, renewed), true);
    await bench.restart();
    bench.now += claimMs - 1;
    const before = await claimDue(bench);
    want("not before", [before.entries, before.nextAt], [[], bench.now + 1]);
    bench.now += 1;
    const claim = await claimOne(bench);
    want("the old one is stale", await outcome(bench, end(lost, null)), "stale-claim");
    want(
      "and cannot be renewed",
      await outcome(bench, { ...renewed, until: bench.now + 9 }),
      "stale-claim",
    );
    want("the new one holds", await outcome(bench, end(claim, null)), true);
  });

  check(
    "the first call of a node ends claims from before the clock was set back",
    async (bench) => {
      await write(bench, [put("a", { due: bench.now }), put("b", { due: bench.now })]);
      const lost = await claimOne(bench);
      bench.now -= 3_600_000;
      want("another call does not", (await claimDue(bench)).entries, []);
      const first = await claimDue(bench, 10, "app", true);
      want("it does", first.entries.map(({ key }) => key).includes(lost.key), true);
      want("the old claim is stale", await outcome(bench, end(lost, null)), "stale-claim");
    },
  );

  check("the first call of a node leaves claims alone that may still be renewed", async (bench) => {
    await write(bench, [put("a", { due: bench.now })]);
    const claim = await claimOne(bench);
    bench.now -= 50_000;
    want("nothing", (await claimDue(bench, 10, "app", true)).entries, []);
    bench.now += 50_000;
    want("it holds", await outcome(bench, end(claim, null)), true);
  });

  check("a wake makes an entry due, once", async (bench) => {
    await write(bench, [put("a"), put("b", { due: bench.now + 1_000 })]);
    want("taken", await outcome(bench, wake("a"), wake("a"), wake("b"), wake("none")), true);
    want("both", (await dueKeys(bench)).sort(), ["a", "b"]);
  });

  check("a wake during a due call brings one more", async (bench) => {
    await write(bench, [put("a", { due: bench.now })]);
    const claim = await claimOne(bench);
    await write(bench, [wake("a")]);
    want("not beside it", await dueKeys(bench), []);
    want("the call goes on", await outcome(bench, put("x", { when: { claim } })), true);
    await write(bench, [put("a", { value: 1, when: { claim } }), end(claim, null)]);
    want("whatever it answered", await dueKeys(bench), ["a"]);
  });

  check("a put from outside ends the due call, and the entry is due again", async (bench) => {
    await write(bench, [put("a"), wake("a"), put("b", { due: bench.now })]);
    const { entries } = await claimDue(bench);
    const [a, b] = entries.map(({ key, claim }) => ({ key, token: claim?.token ?? "" }));
    if (a === undefined || b === undefined) throw new Error("both are due");
    await write(bench, [put("a", { value: 1 }), put("b", { due: bench.now + 10 })]);
    want("its claim has ended", await outcome(bench, end(a, null)), "stale-claim");
    want(
      "what it would write is refused",
      await outcome(bench, put("x", { when: { claim: a } })),
      "stale-claim",
    );
    want("the other's too", await outcome(bench, end(b, null)), "stale-claim");
    want("due now", await dueKeys(bench), ["a"]);
    bench.now += 10;
    want("or when the put says", await dueKeys(bench), ["b"]);
    want("with the new value", await valueOf(bench, "a"), 1);
  });

  check("an entry deleted during its due call stays deleted", async (bench) => {
    await write(bench, [put("a", { due: bench.now })]);
    const claim = await claimOne(bench);
    await write(bench, [remove("a")]);
    want("the end is stale", await outcome(bench, end(claim, bench.now)), "stale-claim");
    want("nothing comes back", await get(bench, "a"), null);
    await write(bench, [put("a")]);
    want(
      "nor to a new entry of the key",
      await outcome(bench, end(claim, bench.now)),
      "stale-claim",
    );
  });

  check(
    "a due call that ends its entry deletes it, unless the entry was woken meanwhile",
    async (bench) => {
      await write(bench, [put("a", { due: bench.now })]);
      const first = await claimOne(bench);
      await write(bench, [wake("a")]);
      want("taken", await outcome(bench, { kind: "gone", claim: first }), true);
      want("due once more", await dueKeys(bench), ["a"]);
      await write(bench, [put("a"), wake("a")]);
      const claim = await claimOne(bench);
      want("taken again", await outcome(bench, { kind: "gone", claim }), true);
      want("deleted", await get(bench, "a"), null);
    },
  );

  check("a due call that ends with the gateway leaves its entry due", async (bench) => {
    await write(bench, [put("a", { due: bench.now })]);
    const claim = await claimOne(bench);
    want("released", await outcome(bench, { kind: "release", claim }), true);
    want("due", await dueKeys(bench), ["a"]);
  });

  check("failures are counted until a call succeeds", async (bench) => {
    await write(bench, [put("a", { due: bench.now })]);
    const failures = async () => (await get(bench, "a"))?.failures;
    for (const expected of [1, 2]) {
      await write(bench, [end(await claimOne(bench), bench.now, true)]);
      want("one more", await failures(), expected);
    }
    const usage = async () => (await bench.stores.state.usage()).map(({ failing }) => failing);
    want("the doctor sees it", await usage(), [1]);
    await write(bench, [end(await claimOne(bench), null)]);
    want("none", [await failures(), await usage()], [0, [0]]);
  });
}
