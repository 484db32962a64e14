import type { Runner } from "../runner.ts";
import { ScriptedAgent, scriptedRouter } from "../scripted/scripted-agents.ts";
import { wantDone } from "../want-done.ts";
import { want } from "../want.ts";
import type { ShareStores } from "./shared-stores.ts";
import { TwoGateways } from "./two-gateways.ts";

const minuteMs = 60_000;
const failOver = { support: { to: "sales", afterMs: 10 * minuteMs } };

/** The agent apps as one node reaches them. */
interface NodeAgents {
  readonly sales: ScriptedAgent;
  readonly support: ScriptedAgent;
}

/** Two gateways with the agent apps `sales` and `support`. Every visitor is for `support`. */
export function agentsChecks(runner: Runner, share: ShareStores): void {
  const check = (
    title: string,
    body: (rig: TwoGateways, a: NodeAgents, b: NodeAgents) => Promise<void>,
  ): void => {
    runner.it(title, async () => {
      const agents: NodeAgents[] = [];
      const rig = await TwoGateways.start(share, ({ time }) => {
        const own = { sales: new ScriptedAgent(time), support: new ScriptedAgent(time) };
        agents.push(own);
        return scriptedRouter(own, { choose: () => "support", failOver });
      });
      try {
        const [a, b] = agents as [NodeAgents, NodeAgents];
        await body(rig, a, b);
      } finally {
        await rig.close();
      }
    });
  };

  check("a node that alone cannot reach an agent app moves nothing", async (rig, a, b) => {
    a.support.backend.answer = () => "throw";
    const said: string[] = [];
    for (let minute = 0; minute < 40; minute += 1) {
      const text = `at ${minute}`;
      said.push(text);
      await rig.say(minute % 2, { text }, { id: `v${minute % 5}` });
      await rig.time.advance(minuteMs);
    }
    want("it stays", await ownersOf(rig), ["support"]);
    await rig.node(0).kill();
    await rig.time.advance(2 * minuteMs);
    want("it stays", await ownersOf(rig), ["support"]);
    want(
      "the other node hands everything over, once",
      textsOf(b.support).toSorted(),
      said.toSorted(),
    );
    want("nothing went to the other agent app", [textsOf(a.sales), textsOf(b.sales)], [[], []]);
  });

  check("when no node reaches it, it fails over, on all nodes", async (rig, a, b) => {
    for (const { support } of [a, b]) support.backend.answer = () => "throw";
    const down = rig.time.now();
    for (const index of [0, 1]) await rig.say(index, { text: `${index}` }, { id: `w${index}` });
    await rig.time.advance(down + 10 * minuteMs - rig.time.now() - 1_000);
    want("not yet", await ownersOf(rig), ["support"]);
    await rig.time.advance(4 * minuteMs);
    const moved = [...textsOf(a.sales), ...textsOf(b.sales)].toSorted();
    want("both move", moved, ["0", "1"]);
  });

  check(
    "a change at one node aborts the call of the other, whose late answer counts for nothing",
    async (rig, a, b) => {
      b.support.backend.answer = () => "hang";
      await rig.say(1, { text: "one" });
      await rig.time.settle();
      const id = await rig.conversation();
      const { owners } = rig.node(0).gateway;
      const to = { backend: "sales", assignee: null };
      const change = { conversationId: id, fence: 0, to, name: "assigned", by: "Ann", why: null };
      wantDone("the change", await owners.transition(change));
      await rig.time.settle();
      want("aborted", b.support.backend.calls[0]?.signal.aborted, true);
      b.support.backend.endHung();
      await rig.time.advance(12_000);
      want("once, at the new owner", [...textsOf(a.sales), ...textsOf(b.sales)], ["one"]);
      const [first, second] = await Promise.all([
        owners.transition({ ...change, fence: 1, to: { ...to, backend: "support" } }),
        rig
          .node(1)
          .gateway.owners.transition({ ...change, fence: 1, to: { ...to, backend: null } }),
      ]);
      want("one of two changes at once", [first.done, second.done].filter(Boolean).length, 1);
    },
  );
}

/** The backends that own a conversation. */
async function ownersOf(rig: TwoGateways): Promise<readonly unknown[]> {
  const counts = await rig.node(1).gateway.ownedConversations.counts();
  return counts.map(({ backend }) => backend);
}

function textsOf({ backend }: ScriptedAgent): readonly unknown[] {
  return backend.taken.map(({ message }) => ("text" in message ? message.text : null));
}
