import type { CommitBatch } from "@parley/core";
import { type BenchStores, type Runner, want } from "../../../src/index.ts";
import { allApps } from "../apps/all-apps.ts";
import type { AppCall, AppServer } from "../apps/app-server.ts";
import { PolledApp } from "../apps/polled-app.ts";
import { PluginRig } from "./plugin-rig.ts";

/** Within this time another node makes the due calls of a dead one. */
const dueCallsMs = 5_000;
/** Within this time another node has the lanes of a dead one. */
const lanesMs = 12_000;

/** Two nodes on one database, one of which is killed at the worst moment. */
export function nodeTests({ describe, it }: Runner, fresh: BenchStores): void {
  const onTwoNodes = async (app: AppServer, body: (rig: PluginRig) => Promise<void>) => {
    const rig = await PluginRig.start(await fresh(), app);
    try {
      await rig.add();
      await body(rig);
    } finally {
      await rig.close();
    }
  };

  for (const [what, makeApp] of allApps) {
    describe(`${what}, with two nodes`, () => {
      it("has a visitor's message once when the node dies before it hears of that", () =>
        onTwoNodes(makeApp(), async (rig) => {
          rig.app.before = async ({ token, body }) => {
            if (token === "node-1" && hasText(body, "hello")) await rig.node(1).kill();
          };
          const id = await rig.say("hello", rig.node(1));
          await rig.until("the app has it", () => rig.shown(id).length === 1);
          await rig.time.advance(lanesMs);
          const isByOther = ({ token, target }: AppCall) =>
            token === "node-0" && !target.includes("/updates");
          await rig.until("the other node has it too", () => rig.app.calls.some(isByOther));
          await rig.say("and more", rig.node(0));
          await rig.until("and the next one", () => rig.shown(id).includes("and more"));
          want("each once", rig.shown(id), ["hello", "and more"]);
        }));

      it("is answered once for each message of an agent when a node dies after the first", () =>
        onTwoNodes(makeApp(), async (rig) => {
          const id = await rig.say("hello", rig.node(1));
          await rig.until("the app shows it", () => rig.shown(id).length === 1);
          const texts = ["one", "two", "three"];
          let dead: number | null = null;
          for (const index of [0, 1])
            rig.node(index).diesAfter = (batch) => {
              if (dead !== null || !stores(batch, "one")) return false;
              dead = index;
              return true;
            };
          for (const text of texts) rig.app.write(id, text);
          await rig.until("a node dies", () => dead !== null);
          const other = rig.node(dead === 0 ? 1 : 0);
          rig.app.webhookUrl = other.doors.url(rig.app.name);
          await rig.time.advance(dueCallsMs);
          await rig.until("the other has the rest", async () => {
            const page = { before: null, limit: 10 };
            const { items } = await other.gateway.conversations.messages(id, page);
            return items.filter(({ direction }) => direction === "outbound").length === 3;
          });
          await rig.time.advance(lanesMs);
          await rig.until("the visitor gets them", () => rig.sent.length >= 3);
          await rig.time.advance(lanesMs);
          want("each once, in order", rig.sent, texts);
        }));
    });
  }

  it("a poller and an inbound lane may be on two nodes, and the poller goes over to the other", () =>
    onTwoNodes(new PolledApp(), async (rig) => {
      const callers = (target: string) =>
        rig.app.calls.filter((call) => call.target === target).map(({ token }) => token);
      const polls = () => callers("GET /updates");
      const id = await rig.say("hello", rig.node(1));
      await rig.until("the app shows it", () => rig.shown(id).length === 1);
      want("one node polls", polls(), ["node-0"]);
      want("the other brings messages", callers("POST /topics"), ["node-1"]);
      rig.app.write(id, "good morning");
      await rig.until("the visitor gets the answer", () => rig.sent.length === 1);
      await rig.until("one of them polls again", () => polls().length === 2);
      const [poller, other] = polls()[1] === "node-0" ? [0, 1] : [1, 0];
      await rig.node(poller).kill();
      rig.app.write(id, "are you still there?");
      await rig.time.advance(dueCallsMs);
      await rig.until("the other polls", () => polls()[2] === `node-${other}`);
      await rig.until("the visitor gets the next answer", () => rig.sent.length > 1);
      want("none twice", rig.sent, ["good morning", "are you still there?"]);
    }));
}

function hasText(value: unknown, text: string): boolean {
  return JSON.stringify(value).includes(text);
}

function stores({ appends }: CommitBatch, text: string): boolean {
  return appends.some((append) => append.kind === "outbound" && hasText(append.messages, text));
}
