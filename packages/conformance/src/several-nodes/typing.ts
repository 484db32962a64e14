import type { Runner } from "../runner.ts";
import { want } from "../want.ts";
import type { ShareStores } from "./shared-stores.ts";
import { gatewayCheckOf, type TwoGateways } from "./two-gateways.ts";

const repeatMs = 5_000;
const repeats = 6;

/** Typing notices of one sender may reach a different node every 5 s (rulings 10 and 19). */
export function typingChecks(runner: Runner, share: ShareStores): void {
  const check = gatewayCheckOf(runner, share);

  check("typing that goes on through two gateways in turn ends once, 10 s later", async (rig) => {
    const conversation = await begun(rig);
    for (let time = 0; time < repeats; time += 1) {
      rig.node(time % 2).gateway.outbox.typing(conversation, "typein");
      await rig.type(time % 2, "typein");
      await rig.time.advance(repeatMs);
    }
    const typeins = Array(repeats).fill("typein");
    want("of an agent: no end while it is repeated", posted(rig), typeins);
    want("of a visitor: no end while it is repeated", rig.typings, typeins);
    await rig.time.advance(repeatMs - 1);
    want("nor before the 10 s are over", [posted(rig), rig.typings], [typeins, typeins]);
    await rig.time.advance(60_000);
    want("the visitor is told of one end", posted(rig), [...typeins, "typeout"]);
    want("so is the agent app", rig.typings, [...typeins, "typeout"]);
  });

  check("typing that ends at another gateway, or with a message there, ends once", async (rig) => {
    const conversation = await begun(rig);
    rig.node(0).gateway.outbox.typing(conversation, "typein");
    await rig.type(0, "typein");
    await rig.time.advance(1_000);
    rig.node(1).gateway.outbox.typing(conversation, "typeout");
    await rig.type(1, "typeout");
    await rig.time.advance(60_000);
    want("to the visitor", posted(rig), ["typein", "typeout"]);
    want("to the agent app", rig.typings, ["typein", "typeout"]);
    rig.node(0).gateway.outbox.typing(conversation, "typein");
    await rig.type(0, "typein");
    await rig.time.advance(1_000);
    await rig.reply(1, conversation, "hi");
    await rig.say(1, { text: "thank you" });
    await rig.time.advance(60_000);
    want("no end after the agent's message", posted(rig).slice(2), ["typein", "text"]);
    want("nor after the visitor's", rig.typings.slice(2), ["typein"]);
  });

  check("typing that another gateway had news of is not tried again", async (rig) => {
    const conversation = await begun(rig);
    rig.transport.answer = (_, index) => ({ status: index === 0 ? 500 : 200, body: ok });
    rig.node(0).gateway.outbox.typing(conversation, "typein");
    await rig.time.advance(1_000);
    rig.node(1).gateway.outbox.typing(conversation, "typeout");
    await rig.time.advance(60_000);
    want("no beginning after the end", posted(rig), ["typein", "typeout"]);
  });
}

const ok = '{"result":"ok"}';

async function begun(rig: TwoGateways): Promise<string> {
  await rig.say(0, { text: "hello" });
  await rig.time.advance(1_000);
  return rig.conversation();
}

function posted({ transport }: TwoGateways): readonly string[] {
  return transport.posts.map(
    ({ body }) =>
      (JSON.parse(body) as { readonly message: { readonly type: string } }).message.type,
  );
}
