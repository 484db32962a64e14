import type { GatewayRig } from "@parley/conformance";
import {
  AgentBackend,
  Door,
  DueListener,
  OwnerListener,
  type OwnerNotice,
  pluginModule,
  type PluginServices,
  type Readiness,
  type Receipt,
  type VisitorEvent,
} from "@parley/core";
import { expect, it } from "vitest";
import { agentRouter } from "../src/index.ts";
import { beforeRouter } from "./support/before-router.ts";

/** One app with one socket, behind which several inboxes are. */
class Slack implements Door, DueListener {
  readonly services: PluginServices;
  readonly inboxes = new Map<string, SlackInbox>();
  readonly requests: string[] = [];
  readonly due: DueListener["due"] = async ({ key }) => {
    this.requests.push(`due ${key}`);
    return { dueAt: null };
  };

  constructor(services: PluginServices) {
    this.services = services;
  }

  async handle({ method, path }: Parameters<Door["handle"]>[0]) {
    this.requests.push(`${method} ${path}`);
    return { status: 204 };
  }
}

class SlackInbox implements AgentBackend, OwnerListener {
  readonly taken: VisitorEvent[] = [];
  readonly owners: OwnerNotice[] = [];
  readonly readiness: Readiness;
  readonly #slack: Slack;
  answer: Receipt = { outcome: "taken" };

  constructor(slack: Slack, readiness: Readiness) {
    this.#slack = slack;
    this.readiness = readiness;
  }

  availability = async () => 1 as const;

  async receive(event: VisitorEvent) {
    if (this.answer.outcome !== "taken") return this.answer;
    this.taken.push(event);
    const { conversationId } = event;
    await this.#slack.services.state.write([
      { put: `thread:${conversationId}`, value: 1, conversationId },
    ]);
    return this.answer;
  }

  report = async () => ({ outcome: "taken" }) as const;

  async owner(notice: OwnerNotice) {
    this.owners.push(notice);
    return { outcome: "taken" } as const;
  }
}

interface Running {
  readonly rig: GatewayRig;
  readonly slack: Slack;
  readonly sales: SlackInbox;
  readonly support: SlackInbox;
  readonly closed: Slack[];
}

/** Visitors whose name is `support` write to that inbox. */
async function running(): Promise<Running> {
  const rig = await beforeRouter();
  const made: Slack[] = [];
  const closed: Slack[] = [];
  const slackModule = pluginModule({
    name: "slack-app",
    standing: [{ key: "poll", value: 0 }],
    ports: [Door, DueListener],
    make: (services) => {
      const slack = new Slack(services);
      made.push(slack);
      return slack;
    },
    backends: {
      names: ["sales", "support"],
      ports: [AgentBackend, OwnerListener],
      make: (slack, { name, readiness }) => {
        const inbox = new SlackInbox(slack, readiness);
        slack.inboxes.set(name, inbox);
        return inbox;
      },
    },
    close: (slack) => void closed.push(slack),
  });
  const otherwise = ["slack/sales", "slack/support"];
  const choose = ({ profile }: { readonly profile: { readonly name?: string } }) =>
    profile.name === "support" ? "slack/support" : "slack/sales";
  rig.withRouter(() => agentRouter({ backends: { slack: slackModule }, choose, otherwise }));
  await rig.startAgain();
  const [slack] = made;
  const sales = slack?.inboxes.get("sales");
  const support = slack?.inboxes.get("support");
  if (slack === undefined || sales === undefined || support === undefined || made.length > 1)
    throw new Error("the app was not made once with both inboxes");
  return { rig, slack, sales, support, closed };
}

async function say(rig: GatewayRig, id: string, name: string): Promise<string> {
  await rig.visitorSends({ sender: { id, name }, message: { type: "text", text: "hello" } });
  const { items } = await rig.gateway.conversations.list({ before: null, limit: 9 });
  return items.find(({ visitorKey }) => visitorKey === id)?.id ?? "";
}

it("a module's backends each own their conversations, behind one socket that is opened and closed once", async () => {
  const { rig, slack, sales, support, closed } = await running();
  const one = await say(rig, "a", "sales");
  const other = await say(rig, "b", "support");
  expect(sales.taken.map(({ conversationId }) => conversationId)).toEqual([one]);
  expect(support.taken.map(({ conversationId }) => conversationId)).toEqual([other]);
  expect(await rig.gateway.owners.find(one)).toMatchObject({ backend: "slack/sales" });
  expect(await rig.gateway.owners.find(other)).toMatchObject({ backend: "slack/support" });
  await rig.stop();
  expect(closed).toEqual([slack]);
});

it("they share one door, called as the module is in the router, and its standing entries", async () => {
  const { rig, slack } = await running();
  await rig.time.advance(2_000);
  expect(rig.gateway.doors.map(({ name }) => name)).toEqual(["slack"]);
  const request = { method: "POST", path: "/events", query: "", url: null, headers: {} };
  await rig.gateway.doors[0]?.handle(
    { ...request, body: new Uint8Array(), clientAddress: null },
    new AbortController().signal,
  );
  expect(slack.requests).toEqual(["due poll", "POST /events"]);
});

it("they share state and outbox: one app may send in the conversations of all its backends", async () => {
  const { rig, slack } = await running();
  const ids = [await say(rig, "a", "sales"), await say(rig, "b", "support")];
  for (const conversationId of ids) {
    expect(await slack.services.state.get(`thread:${conversationId}`)).toMatchObject({ value: 1 });
    const answer = await slack.services.outbox.send({
      conversationId,
      idempotencyKey: null,
      sender: { name: "Ann" },
      message: { type: "text", text: "good day" },
    });
    expect(answer).toMatchObject({ accepted: true });
  }
});

it("a backend's own readiness ends its pause alone, and the module's ends all", async () => {
  const { rig, slack, sales, support } = await running();
  const pause: Receipt = { outcome: "later", inMs: 600_000, scope: "backend" };
  sales.answer = pause;
  support.answer = pause;
  await say(rig, "a", "sales");
  await say(rig, "b", "support");
  sales.answer = { outcome: "taken" };
  support.answer = { outcome: "taken" };
  sales.readiness.ready();
  await rig.time.advance(2_000);
  expect([sales.taken.length, support.taken.length]).toEqual([1, 0]);
  sales.answer = pause;
  await say(rig, "c", "sales");
  sales.answer = { outcome: "taken" };
  slack.services.readiness.ready();
  await rig.time.advance(2_000);
  expect([sales.taken.length, support.taken.length]).toEqual([2, 1]);
});

it("a conversation moves between them, and each listener hears of it as what its backend is", async () => {
  const { rig, sales, support } = await running();
  const conversationId = await say(rig, "a", "sales");
  const answer = await rig.gateway.owners.transition({
    conversationId,
    fence: 0,
    to: { backend: "slack/support", assignee: null },
    name: "assigned",
    by: "test",
    why: null,
  });
  expect(answer).toMatchObject({ done: true, owner: { fence: 1 } });
  await rig.time.advance(1_000);
  expect(sales.owners).toMatchObject([{ isNewOwner: false, fence: 1 }]);
  expect(support.owners).toMatchObject([{ isNewOwner: true, fence: 1 }]);
});
