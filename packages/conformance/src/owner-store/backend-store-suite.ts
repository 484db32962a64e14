import type { BackendAnswers } from "@parley/core";
import { citeRules } from "../cite-rules.ts";
import type { Runner } from "../runner.ts";
import { anInboundAppend } from "../samples/samples.ts";
import { sources } from "../sources.ts";
import { type Check, checksOf, type OpenStores, type StoreBench } from "../stores/store-bench.ts";
import { want } from "../want.ts";
import { checkOpenedAgain } from "./opened-again.ts";
import { checkTakenDefault } from "./taken-default.ts";

/** Tests a `BackendStore`. */
export function backendStoreSuite(runner: Runner, name: string, open: OpenStores): void {
  const check = checksOf(citeRules(runner, sources.backendStore), open);
  runner.describe(`${name} as a BackendStore`, () => {
    checkNames(check);
    checkTakenDefault(check);
    checkOpenedAgain(check);
    checkAnswers(check);
  });
}

function checkNames(check: Check): void {
  const own = async (bench: StoreBench, backend: string): Promise<string | null | undefined> => {
    await bench.store(anInboundAppend({ visitorKey: backend, backend }));
    return (await bench.stores.conversations.find({ id: `shop-key-${backend}` }))?.owner.backend;
  };

  check("`default` is known without being opened", async (bench) => {
    want("it owns", await own(bench, "default"), "default");
  });

  check("a name that was opened may own conversations", async (bench) => {
    const { backends } = bench.stores;
    await backends.open({ names: ["sales"], takesDefault: null });
    want("the first", await own(bench, "sales"), "sales");
    await backends.open({ names: ["sales", "support", "default"], takesDefault: null });
    want("one that came later", await own(bench, "support"), "support");
    want("and `default`", await own(bench, "default"), "default");
  });

  check("names stay known over restarts, also those that are not opened again", async (bench) => {
    await bench.stores.backends.open({ names: ["sales", "support"], takesDefault: null });
    await own(bench, "sales");
    await bench.restart();
    await bench.stores.backends.open({ names: ["support"], takesDefault: null });
    const { conversations } = bench.stores;
    const found = await conversations.find({ id: "shop-key-sales" });
    want("an owner that is missing now", found?.owner.backend, "sales");
    const missing = { backend: "sales", assignee: null, conversations: 1 };
    want("is counted", await bench.stores.owners.counts(), [missing]);
    want("the others go on", await own(bench, "support"), "support");
  });

  check("several nodes may open at once, with different names too", async (bench) => {
    const { backends } = bench.stores;
    const names = ["sales", "support", "night"];
    await Promise.all([
      backends.open({ names, takesDefault: null }),
      backends.open({ names: names.toReversed(), takesDefault: null }),
      backends.open({ names: ["desk"], takesDefault: null }),
    ]);
    for (const name of [...names, "desk"]) want(name, await own(bench, name), name);
  });

  check("a name that was never opened is a fault, and nothing is stored", async (bench) => {
    await bench.stores.backends.open({ names: ["sales"], takesDefault: null });
    const appends = ["sales", "unheard-of"].map((backend) =>
      anInboundAppend({ visitorKey: backend, backend }),
    );
    const thrown = await bench.commit({ appends }).then(
      () => false,
      () => true,
    );
    want("the commit throws", thrown, true);
    const list = await bench.stores.conversations.list({ before: null, limit: 5 });
    want("no conversation", list.items, []);
  });
}

function checkAnswers(check: Check): void {
  const answers = async (bench: StoreBench) =>
    (await bench.stores.backends.answers()).toSorted((a, b) => (a.backend < b.backend ? -1 : 1));
  const anAnswer = (changes: Partial<BackendAnswers> = {}): BackendAnswers => ({
    backend: "default",
    revision: 1,
    answeredAt: 1_700_000_000_000,
    failingSince: null,
    failedAt: null,
    ...changes,
  });
  const opened: Check = (title, body) =>
    check(title, async (bench) => {
      await bench.stores.backends.open({ names: ["default", "sales"], takesDefault: null });
      await body(bench);
    });

  opened("what is known of a backend's answers is kept, field for field", async (bench) => {
    want("nothing at first", await answers(bench), []);
    const failed = { failingSince: 1_700_000_000_005, failedAt: 1_700_000_000_009 };
    const never = anAnswer({ backend: "sales", answeredAt: null, ...failed });
    const { backends } = bench.stores;
    want("taken", await backends.saveAnswers(anAnswer()), true);
    want("another's too", await backends.saveAnswers(never), true);
    want("read at once", await answers(bench), [anAnswer(), never]);
    await bench.restart();
    want("and after a restart", await answers(bench), [anAnswer(), never]);
  });

  opened("a change replaces exactly the revision before it", async (bench) => {
    const save = (changes: Partial<BackendAnswers>) =>
      bench.stores.backends.saveAnswers(anAnswer(changes));
    want("nothing to change", await save({ revision: 2 }), false);
    want("and nothing is made", await answers(bench), []);
    await save({});
    want("the first revision once", await save({ answeredAt: null }), false);
    const second = anAnswer({ revision: 2, answeredAt: null, failingSince: 7 });
    want("revision 2 after 1", await bench.stores.backends.saveAnswers(second), true);
    want("of two changes at once one loses", await save({ revision: 2 }), false);
    want("a gap is refused", await save({ revision: 4 }), false);
    want("another backend has revisions of its own", await save({ backend: "sales" }), true);
    want("the winner stands", (await answers(bench))[0], second);
  });

  opened("of changes of one revision at once exactly one is taken", async (bench) => {
    const instants = [1, 2, 3, 4, 5];
    const saved = await Promise.all(
      instants.map((answeredAt) => bench.stores.backends.saveAnswers(anAnswer({ answeredAt }))),
    );
    want("one", saved.filter((isSaved) => isSaved).length, 1);
    want("it stands", (await answers(bench))[0]?.answeredAt, instants[saved.indexOf(true)]);
  });
}
