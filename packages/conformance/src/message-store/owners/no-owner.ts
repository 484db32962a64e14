import {
  anIdentity,
  anInboundAppend,
  anOutboundAppend,
  anOwnerAppend,
  delivered,
  noLeases,
} from "../../samples/samples.ts";
import { type Check, onlyLease } from "../../stores/store-bench.ts";
import { want } from "../../want.ts";
import {
  assign,
  begin,
  beginIdle,
  by,
  dueOf,
  forAll,
  heads,
  historyOf,
  ownerOf,
  startAgain,
} from "./owner-bench.ts";
import { changeIn } from "./new-owner-told.ts";

const nobody = { backend: null, assignee: null } as const;

export function checkNoOwner(check: Check): void {
  check("without an owner, the next event gives the conversation to a backend", async (bench) => {
    const id = await beginIdle(bench);
    const to = { backend: null, assignee: "left over" };
    want("nothing starts", (await assign(bench, id, null, { to, tellsNew: true })).leases, []);
    await startAgain(bench);
    want("nobody's", await ownerOf(bench, id), { ...nobody, fence: 1 });
    bench.now += 10;
    const lease = await begin(bench, { backend: "support" });
    want(
      "the message is its head",
      [lease.isOwnerChange, ...heads([lease])],
      [false, ["support", "hello"]],
    );
    const owner = { backend: "support", assignee: null };
    want("its conversation says so", lease.conversation.owner, { ...owner, fence: 2 });
    const [chosen, given] = await historyOf(bench, id);
    want("the choice", chosen, {
      at: bench.now,
      name: "chosen",
      from: nobody,
      to: owner,
      fence: 2,
      by: "gateway",
      why: null,
    });
    want("after the change", [given?.to, given?.fence], [nobody, 1]);
  });

  check("of several events only the first one chooses", async (bench) => {
    const id = await beginIdle(bench);
    await assign(bench, id, null);
    const appends = ["sales", "support"].map((backend) => anInboundAppend({ backend }));
    const { leases } = await bench.commit({ appends }, forAll);
    want("the first one's", heads(leases), [["sales", "hello"]]);
    want(
      "one fence, one row",
      [(await ownerOf(bench, id)).fence, (await historyOf(bench, id)).length],
      [2, 2],
    );
  });

  check("who gives up a conversation with an event leaves it to `ifWaiting`", async (bench) => {
    const old = await begin(bench, { texts: ["a", "b"] });
    const id = old.lane.conversationId;
    const to = { backend: null, assignee: "left over" };
    const tells = { to, tellsNew: true, tellsOld: true, ifWaiting: "support" };
    const { leases } = await assign(bench, id, null, tells);
    want("both are told", heads(leases), [
      ["default", "assigned"],
      ["support", "assigned"],
    ]);
    const owner = { backend: "support", assignee: null };
    want("of the owner that it has", changeIn(leases[0] ?? old).to, owner);
    want("as it is stored", await ownerOf(bench, id), { ...owner, fence: 1 });
    want(
      "with one row",
      (await historyOf(bench, id)).map(({ to }) => to),
      [owner],
    );
    want("the old lease", (await bench.trySettle(old, delivered)).settlements, ["stale"]);
  });

  check(
    "when that is its backend, nothing changes: it would have the event again at once",
    async (bench) => {
      const lease = await begin(bench);
      const id = lease.lane.conversationId;
      const given = anOwnerAppend(id, nobody, { ifWaiting: "default" });
      const { appends, leases } = await bench.commit({ appends: [given] }, forAll);
      want("no change", [appends[0]?.status, leases], ["repeated", []]);
      want("its own still", (await ownerOf(bench, id)).fence, 0);
      want("under the same lease", (await bench.settle(lease, delivered)).settlements, ["settled"]);
    },
  );

  check("a change that waits to be told is no event: it goes with its owner", async (bench) => {
    const id = await beginIdle(bench);
    const lease = onlyLease(await assign(bench, id, "sales", { tellsNew: true }));
    await assign(bench, id, null, { ifWaiting: "support" });
    want("nobody's", await ownerOf(bench, id), { ...nobody, fence: 2 });
    want("stale", (await bench.trySettle(lease, delivered)).settlements, ["stale"]);
    for (const backend of ["sales", "support"])
      want(`nothing for ${backend}`, (await dueOf(bench, backend)).inbound, null);
  });

  check("a repeat chooses nobody", async (bench) => {
    const identity = anIdentity("m1", "hello");
    await bench.settle(await bench.accept(anInboundAppend({ identity })), delivered);
    const id = "shop-key-1";
    await assign(bench, id, null);
    const repeat = await bench.append(anInboundAppend({ identity, backend: "sales" }), forAll);
    want("answered", repeat.status, "repeated");
    want("nobody's still", await ownerOf(bench, id), { ...nobody, fence: 1 });
  });

  check("nobody may send in it, the gateway may", async (bench) => {
    const id = await beginIdle(bench);
    await assign(bench, id, null);
    const refused = { status: "refused", refusal: "not-owner" };
    for (const fence of [null, 0, 1])
      want(
        "no backend",
        await bench.append(anOutboundAppend(id, { by: by("default", fence) })),
        refused,
      );
    const lease = await bench.reply(id);
    want("as `default`", [lease.backend, lease.isOwnerChange], ["default", false]);
    want("nobody's still", await ownerOf(bench, id), { ...nobody, fence: 1 });
  });

  check("a conversation of nobody can be given to a backend", async (bench) => {
    const id = await beginIdle(bench);
    await assign(bench, id, null, {}, noLeases);
    const tells = { tellsNew: true, tellsOld: true };
    want("it is told, nobody else is", heads((await assign(bench, id, "sales", tells)).leases), [
      ["sales", "assigned"],
    ]);
    want("its owner", await ownerOf(bench, id), { backend: "sales", assignee: null, fence: 2 });
  });
}
