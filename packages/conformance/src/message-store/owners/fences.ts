import {
  anInboundAppend,
  anOutboundAppend,
  anOwnerAppend,
  delivered,
} from "../../samples/samples.ts";
import { type Check, onlyLease } from "../../stores/store-bench.ts";
import { want } from "../../want.ts";
import {
  assign,
  aTransition,
  begin,
  beginIdle,
  dueOf,
  forAll,
  historyOf,
  ownerOf,
  startAgain,
} from "./owner-bench.ts";

const stale = { status: "refused", refusal: "stale-fence" } as const;

export function checkFences(check: Check): void {
  check("the first message gives its conversation the owner that it names", async (bench) => {
    const lease = await begin(bench, { backend: "sales" });
    const id = lease.lane.conversationId;
    const owner = { backend: "sales", assignee: null, fence: 0 };
    want("the lease is that backend's", [lease.backend, lease.isOwnerChange], ["sales", false]);
    want("the conversation in it too", lease.conversation.owner, owner);
    await bench.store(anInboundAppend({ backend: "support" }), forAll);
    await bench.store(anOutboundAppend(id), forAll);
    await startAgain(bench);
    want("no later message changes it", await ownerOf(bench, id), owner);
    want("and it is no change", await historyOf(bench, id), []);
  });

  check("a new backend raises the fence, and each change is in the history", async (bench) => {
    const id = await beginIdle(bench);
    const first = { name: "fail-over", by: "gateway", why: "down since noon" };
    const { appends } = await assign(bench, id, "sales", first);
    const answer = { status: "stored", conversationId: id, sequences: [], created: false };
    want("the answer", appends, [answer]);
    bench.now += 5;
    const to = { backend: "support", assignee: "bo" };
    await assign(bench, id, "support", { to });
    await startAgain(bench);
    want("owned by the last", await ownerOf(bench, id), { ...to, fence: 2 });
    const [none, sales] = ["default", "sales"].map((backend) => ({ backend, assignee: null }));
    want("newest first", await historyOf(bench, id), [
      { at: bench.now, name: "assigned", from: sales, to, fence: 2, by: "operator", why: null },
      { at: bench.now - 5, ...first, from: none, to: sales, fence: 1 },
    ]);
  });

  check("of two changes under one fence the second is refused", async (bench) => {
    const id = await beginIdle(bench);
    const [sales, support] = ["sales", "support"].map((backend) =>
      anOwnerAppend(id, { backend, assignee: null }),
    );
    const { appends } = await bench.commit({ appends: [sales, support] as never }, forAll);
    want("in one commit", [appends[0]?.status, appends[1]], ["stored", stale]);
    want("and in another", await bench.append(anOwnerAppend(id, { ...sales?.to } as never)), stale);
    want("the first stands", await ownerOf(bench, id), { ...sales?.to, fence: 1 });
    want("alone in the history", (await historyOf(bench, id)).length, 1);
  });

  check("a change under another fence is refused, and nothing is written", async (bench) => {
    const lease = await begin(bench);
    const id = lease.lane.conversationId;
    const tells = { tellsNew: true, tellsOld: true };
    for (const fence of [-1, 1, 7]) {
      const append = await aTransition(bench, id, "sales", { fence, ...tells });
      const { appends, leases } = await bench.commit({ appends: [append] }, forAll);
      want(`under ${fence}`, [appends, leases], [[stale], []]);
    }
    want("the owner", await ownerOf(bench, id), { backend: "default", assignee: null, fence: 0 });
    want("the history", await historyOf(bench, id), []);
    for (const backend of ["default", "sales"])
      want(`no notice for ${backend}`, (await dueOf(bench, backend)).notices, null);
    want("no lane of the other", (await dueOf(bench, "sales")).inbound, null);
    want("the lease", (await bench.settle(lease, delivered)).settlements, ["settled"]);
  });

  check("who answers within the backend raises no fence and ends no lease", async (bench) => {
    const lease = await begin(bench);
    const id = lease.lane.conversationId;
    const to = { backend: "default", assignee: "ada" };
    const { leases } = await assign(bench, id, null, { to, tellsNew: true, tellsOld: true });
    want("nobody is told", leases, []);
    want("nor later", (await dueOf(bench, "default")).notices, null);
    want("the same fence", await ownerOf(bench, id), { ...to, fence: 0 });
    const [change] = await historyOf(bench, id);
    want("it is in the history", [change?.to, change?.fence], [to, 0]);
    want("the lease is valid", (await bench.settle(lease, delivered)).settlements, ["settled"]);
    await assign(bench, id, "default");
    want("nobody in particular", (await ownerOf(bench, id)).assignee, null);
  });

  check("a change to what is so already is a repeat, of which nothing is kept", async (bench) => {
    const lease = await begin(bench, { backend: "sales" });
    const id = lease.lane.conversationId;
    const append = await aTransition(bench, id, "sales", { tellsNew: true });
    const answer = { status: "repeated", conversationId: id, sequences: [], created: false };
    want("the answer", await bench.append(append, forAll), answer);
    want("no row", await historyOf(bench, id), []);
    want("the lease", (await bench.settle(lease, delivered)).settlements, ["settled"]);
  });

  check("a change is no message and no activity", async (bench) => {
    const id = await beginIdle(bench);
    const before = await bench.stores.conversations.find({ id });
    bench.now += 1_000;
    await assign(bench, id, "sales", { tellsNew: true, tellsOld: true });
    const after = await bench.stores.conversations.find({ id });
    want("only the owner is another", { ...after, owner: before?.owner }, before);
    want("one message", (await bench.messages(id)).length, 1);
  });

  check("a conversation that is not there has no owner", async (bench) => {
    const to = { backend: "sales", assignee: null };
    const refused = { status: "refused", refusal: "unknown-conversation" };
    want("refused", await bench.append(anOwnerAppend("nobody", to)), refused);
    const id = await beginIdle(bench);
    await assign(bench, id, "sales");
    await bench.erase(id);
    want("once erased", await bench.append(anOwnerAppend(id, to, { fence: 1 })), refused);
    const again = onlyLease({ leases: [await begin(bench, { backend: "support" })] });
    const owner = { backend: "support", assignee: null, fence: 0 };
    want("whoever comes back has a first owner", again.conversation.owner, owner);
    want("and no history", await historyOf(bench, again.lane.conversationId), []);
  });

  check("a backend that was never opened gets nothing: the commit throws", async (bench) => {
    const id = await beginIdle(bench);
    const append = await aTransition(bench, id, "unheard-of");
    const thrown = await bench.append(append).then(
      () => false,
      () => true,
    );
    want("it throws", thrown, true);
    const fence = (await ownerOf(bench, id)).fence;
    want("and changes nothing", [fence, await historyOf(bench, id)], [0, []]);
  });
}
