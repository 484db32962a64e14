import type { Check } from "../stores/store-bench.ts";
import { noLeases } from "../samples/samples.ts";
import { want } from "../want.ts";
import {
  claimMs,
  claimOne,
  end,
  get,
  keysOf,
  outcome,
  put,
  remove,
  valueOf,
  write,
} from "./state-bench.ts";

export function checkConditions(check: Check): void {
  check("`ifAbsent` writes only where nothing is", async (bench) => {
    const first = put("a", { value: 1, when: { ifAbsent: true } });
    want("the first", await outcome(bench, first), true);
    want("not the second", await outcome(bench, first), "exists");
    await write(bench, [put("b", { expiresAt: bench.now + 5 })]);
    bench.now += 5;
    want(
      "an expired one is gone",
      await outcome(bench, put("b", { when: { ifAbsent: true } })),
      true,
    );
    want("with its fields", (await get(bench, "b"))?.expiresAt, null);
  });

  check("`ifVersion` writes only what was not changed meanwhile", async (bench) => {
    await write(bench, [put("a", { value: 1 })]);
    const version = (await get(bench, "a"))?.version ?? 0;
    want(
      "the same",
      await outcome(bench, put("a", { value: 2, when: { ifVersion: version } })),
      true,
    );
    want(
      "not the same any more",
      await outcome(bench, remove("a", { ifVersion: version })),
      "version",
    );
    want(
      "nor without an entry",
      await outcome(bench, put("b", { when: { ifVersion: version } })),
      "version",
    );
    want("nothing is changed", await valueOf(bench, "a"), 2);
  });

  check("a write under a turn passes while the lane's lease is that turn's", async (bench) => {
    const lease = await bench.accept();
    const { conversationId, kind } = lease.lane;
    const turn = { conversationId, kind, token: lease.token };
    want("it is", await outcome(bench, put("a", { when: { turn } })), true);
    const other = { ...turn, token: lease.token + 1 };
    want("another token", await outcome(bench, put("b", { when: { turn: other } })), "stale-turn");
    const reports = { ...turn, kind: "reports" as const };
    want("another lane", await outcome(bench, put("b", { when: { turn: reports } })), "stale-turn");
    await bench.settle(lease, { kind: "retry", due: bench.now, memo: null }, noLeases);
    want("settled", await outcome(bench, put("b", { when: { turn } })), "stale-turn");
    const [again] = await bench.claim();
    want("leased anew", await outcome(bench, put("b", { when: { turn } })), "stale-turn");
    const current = { ...turn, token: again?.token ?? 0 };
    want("the new turn", await outcome(bench, put("c", { when: { turn: current } })), true);
    await bench.erase(conversationId);
    want("no lane", await outcome(bench, put("d", { when: { turn: current } })), "stale-turn");
    const about = put("d", { conversationId, when: { turn: current } });
    want("about an erased conversation", await outcome(bench, about), "erased");
    want("only what passed", await keysOf(bench), ["a", "c"]);
  });

  check("a write under a claim passes while the due call is that claim's", async (bench) => {
    await write(bench, [put("poll", { due: bench.now })]);
    const claim = await claimOne(bench);
    want("another entry", await outcome(bench, put("a", { when: { claim } })), true);
    want("its own", await outcome(bench, put("poll", { value: 2, when: { claim } })), true);
    want("still", await outcome(bench, put("b", { when: { claim } })), true);
    const other = { ...claim, token: "another" };
    want(
      "another token",
      await outcome(bench, put("c", { when: { claim: other } })),
      "stale-claim",
    );
    bench.now += claimMs;
    want("when it ran out", await outcome(bench, put("c", { when: { claim } })), "stale-claim");
    want("nor can it end", await outcome(bench, end(claim, null)), "stale-claim");
  });

  check("an unknown conversation is refused like an erased one", async (bench) => {
    want("refused", await outcome(bench, put("a", { conversationId: "nobody" })), "erased");
    want("nothing is written", await keysOf(bench), []);
  });
}
