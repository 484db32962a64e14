import { type BenchStores, positive, type Runner, want } from "../../../src/index.ts";
import { allApps } from "../apps/all-apps.ts";
import { PluginRig } from "./plugin-rig.ts";

const refusal = '{"error":{"code":1,"message":"the shop is closed"}}';

/** Whole chats between a visitor and an agent, with each kind of app, in a real gateway on one kind of store. */
export function chatTests(runner: Runner, store: string, fresh: BenchStores): void {
  for (const [what, makeApp] of allApps) {
    const check = (title: string, body: (rig: PluginRig) => Promise<void>): void => {
      runner.it(title, async () => {
        const rig = await PluginRig.start(await fresh(), makeApp());
        await body(rig).finally(() => rig.close());
      });
    };

    runner.describe(`${what}, on ${store}`, () => {
      check("talks with a visitor, also after a restart of the gateway", async (rig) => {
        const id = await rig.say("hello");
        await rig.until("the app shows it", () => rig.shown(id).length === 1);
        await rig.node(0).stop();
        await rig.add();
        await rig.say("are you there?");
        await rig.until("and the next one", () => rig.shown(id).length === 2);
        rig.app.write(id, "yes");
        rig.app.write(id, "how can I help?");
        await rig.until("the visitor gets the answers", () => rig.sent.length === 2);
        want("in order", rig.sent, ["yes", "how can I help?"]);
        want("in order too", rig.shown(id), ["hello", "are you there?"]);
        want("it is one conversation there", rig.app.conversationCount, 1);
        await rig.time.advance(61_000);
        want("nothing comes twice", rig.sent.length, 2);
      });

      check("shows beside the agent's message that it was not delivered", async (rig) => {
        const id = await rig.say("hello");
        await rig.until("the app shows it", () => rig.shown(id).length === 1);
        rig.transport.answer = () => ({ status: 200, body: refusal });
        const message = rig.app.write(id, "never arrives");
        await rig.until("the app shows a report", () => rig.app.reports(id).length > 0);
        want(
          "why, and for which message of the app",
          rig.app.reports(id).map(({ reason, description, idempotencyKey }) => ({
            reason,
            description,
            idempotencyKey,
          })),
          [
            {
              reason: "rejected",
              description: "the shop is closed",
              idempotencyKey: rig.app.keyOf(message),
            },
          ],
        );
      });

      check("answers one visitor while the messages of another wait", async (rig) => {
        const [waiting, id] = [await rig.say("hello"), await rig.say("hello", rig.node(0), "v2")];
        await rig.until("the app shows both", () =>
          [waiting, id].every((one) => rig.shown(one).length === 1),
        );
        const unavailable = { status: 503, body: "" } as const;
        rig.transport.answer = ({ body }) => (body.includes('"v1"') ? unavailable : positive);
        const texts = Array.from({ length: 22 }, (_, index) => `answer ${index}`);
        for (const text of texts) rig.app.write(waiting, text);
        await rig.until("one waits", () => rig.sent.length > 0);
        rig.app.write(id, "for you");
        await rig.until("the other gets an answer", () => rig.sent.includes("for you"));
        rig.transport.answer = () => positive;
        await rig.until("all get their answers", async () => {
          await rig.time.advance(5_000);
          return new Set(rig.sent).size === texts.length + 1;
        });
        const unique = [...new Set(rig.sent)].filter((text) => text !== "for you");
        want("in order", unique, texts);
      });

      check("forgets a conversation that is erased, as its plugin does", async (rig) => {
        const id = await rig.say("hello");
        await rig.until("the app shows it", () => rig.shown(id).length === 1);
        const { gateway, state } = rig.node(0);
        want("it is erased", await gateway.conversations.erase(id), true);
        await rig.until("nothing is left in the app", () => rig.app.conversationCount === 0);
        const kept = await state.list("", { after: null, limit: 100 });
        want(
          "nor in the state",
          kept.entries.filter(({ conversationId }) => conversationId !== null),
          [],
        );
        const next = await rig.say("hello again");
        await rig.until("a new conversation begins", () => rig.shown(next).length === 1);
      });
    });
  }
}
