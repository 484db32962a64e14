import { describe, expect, it } from "vitest";
import { twoAgents } from "./support/two-agents.ts";

const toSupport = { backend: "support" };
const refusal = (status: number, code: number, message: string) => ({
  status,
  json: { error: { code, message } },
});
const noConversation = refusal(404, 40402, "There is no such conversation. Nothing was changed.");

describe("a conversation's owner", () => {
  it("stands in every answer about the conversation, and in its own with the history", async () => {
    const { rig, api, assign } = await twoAgents();
    const id = await rig.say("hello");
    const first = { backend: "sales", assignee: null, fence: 0 };
    expect(await api.send("GET", `/conversations/${id}`)).toMatchObject({ json: { owner: first } });
    const path = `/conversations/${id}/owner`;
    expect((await api.send("GET", path)).json).toEqual({ owner: first, changes: [], next: null });
    const why = "she asks about an order";
    const to = { backend: "support", assignee: "ann" };
    const owner = { ...to, fence: 1 };
    expect(await assign(id, { fence: 0, to, why })).toMatchObject({ status: 200, json: { owner } });
    await assign(id, { fence: 1, to: { backend: null } });
    const page = (await api.send("GET", `${path}?limit=1`)).json as { next: string };
    expect(page).toMatchObject({
      owner: { backend: null, assignee: null, fence: 2 },
      changes: [{ name: "assigned", from: to, to: { backend: null, assignee: null }, fence: 2 }],
    });
    const other = `/conversations/${await rig.say("hello", "v2")}/owner?before=${page.next}`;
    expect(await api.send("GET", other)).toMatchObject({ status: 400 });
    expect((await api.send("GET", `${path}?limit=1&before=${page.next}`)).json).toEqual({
      owner: { backend: null, assignee: null, fence: 2 },
      changes: [
        {
          at: expect.any(Number),
          name: "assigned",
          from: { backend: "sales", assignee: null },
          to,
          fence: 1,
          by: "admin API",
          why,
        },
      ],
      next: null,
    });
  });

  it("is changed: the new agent app gets the next event, and the old one may no longer send", async () => {
    const { rig, sales, support, assign } = await twoAgents();
    const id = await rig.say("hello");
    await assign(id, { fence: 0, to: toSupport });
    await rig.say("anybody?");
    expect(support.backend.taken).toMatchObject([{ conversationId: id, fence: 1 }]);
    const late = await sales.services.outbox.send({
      conversationId: id,
      idempotencyKey: null,
      sender: { name: "Ann" },
      message: { type: "text", text: "late" },
    });
    expect(late).toMatchObject({ accepted: false, refusal: { code: 40907 } });
  });

  it("changes its assignee alone without a new fence", async () => {
    const { rig, api, assign } = await twoAgents();
    const id = await rig.say("hello");
    const to = { backend: "sales", assignee: "ann" };
    expect(await assign(id, { fence: 0, to })).toMatchObject({ json: { owner: { fence: 0 } } });
    expect(await api.send("GET", `/conversations/${id}/owner`)).toMatchObject({
      json: { changes: [{ fence: 0, to }] },
    });
  });

  it("changes while a series fails: its report goes to the agent app that sent", async () => {
    const { rig, sales, support, assign } = await twoAgents();
    const id = await rig.say("hello");
    rig.transport.answer = () => ({ status: 500 });
    await sales.services.outbox.send({
      conversationId: id,
      idempotencyKey: null,
      sender: { name: "Ann" },
      message: { type: "text", text: "good day" },
    });
    await rig.time.advance(4_000);
    expect((await assign(id, { fence: 0, to: toSupport })).status).toBe(200);
    await rig.time.advance(6_000);
    expect(rig.transport.posts).toHaveLength(3);
    expect(sales.backend.reports).toMatchObject([{ report: { conversationId: id } }]);
    expect(support.backend.reports).toEqual([]);
  });

  it("may be an agent app that is down: its messages wait for it", async () => {
    const { rig, support, api, assign } = await twoAgents();
    const id = await rig.say("hello");
    support.backend.answer = () => "throw";
    support.takesOwners = false;
    expect((await assign(id, { fence: 0, to: toSupport })).status).toBe(200);
    await rig.say("anybody?");
    await rig.time.advance(600_000);
    expect(await api.send("GET", "/status")).toMatchObject({
      json: {
        backends: [
          { backend: "sales", inbound: { waiting: 0 } },
          { backend: "support", inbound: { lanes: 1, waiting: 1 } },
        ],
      },
    });
    support.backend.answer = () => "taken";
    support.takesOwners = true;
    await rig.time.advance(60_000);
    expect(support.backend.taken).toHaveLength(1);
  });
});

describe("a change of owner that is refused says why, and changes nothing", () => {
  it("under an old fence, with the fence that it has now", async () => {
    const { rig, api, assign } = await twoAgents();
    const id = await rig.say("hello");
    await assign(id, { fence: 0, to: toSupport });
    expect(await assign(id, { fence: 0, to: { backend: "sales" } })).toMatchObject(
      refusal(
        409,
        40901,
        "fence: The owner has changed since then: its fence is 1. Nothing was changed.",
      ),
    );
    expect(await api.send("GET", `/conversations/${id}`)).toMatchObject({
      json: { owner: { backend: "support", fence: 1 } },
    });
  });

  it("to an unknown agent app, with those that there are", async () => {
    const { rig, assign } = await twoAgents();
    const id = await rig.say("hello");
    expect(await assign(id, { fence: 0, to: { backend: "lead" } })).toMatchObject(
      refusal(
        404,
        40407,
        "There is no such agent app on this gateway. There are: sales, support. Nothing was changed.",
      ),
    );
  });

  it("of a conversation that is unknown, or was erased", async () => {
    const { rig, api, assign } = await twoAgents();
    const id = await rig.say("hello");
    expect(await assign("nobody", { fence: 0, to: toSupport })).toMatchObject(noConversation);
    await api.send("DELETE", `/conversations/${id}`);
    expect(await assign(id, { fence: 0, to: toSupport })).toMatchObject(noConversation);
    expect(await api.send("GET", `/conversations/${id}/owner`)).toMatchObject(noConversation);
    expect((await api.send("GET", "/owners")).json).toEqual({ owners: [] });
  });

  it.each([
    [{ to: toSupport }, "Required: fence, to"],
    [{ fence: -1, to: toSupport }, "fence: Expected a whole number of at least 0"],
    [
      { fence: 0, to: "support" },
      "to: Expected an object with backend, the name of an agent app or null, and assignee",
    ],
    [
      { fence: 0, to: { backend: "support", fence: 1 } },
      "to: Expected an object with backend, the name of an agent app or null, and assignee",
    ],
    [
      { fence: 0, to: { backend: null, assignee: "ann" } },
      "to: A conversation of nobody has no assignee",
    ],
    [{ fence: 0, to: toSupport, why: "" }, "why: Expected a text of 1 to 1000 characters"],
    [
      { fence: 0, to: toSupport, who: "me" },
      "Expected an object with only these fields: fence, to, why",
    ],
  ])("with a body such as %j", async (body, detail) => {
    const { rig, api, assign } = await twoAgents();
    const id = await rig.say("hello");
    const message = `${detail}. Nothing was changed.`;
    expect(await assign(id, body)).toMatchObject(refusal(400, 40011, message));
    expect(await api.send("GET", `/conversations/${id}`)).toMatchObject({
      json: { owner: { backend: "sales", fence: 0 } },
    });
  });
});

describe("conversations by owner", () => {
  it("are listed and counted", async () => {
    const { rig, api, assign } = await twoAgents();
    const [one, two, three] = [
      await rig.say("hello", "a"),
      await rig.say("hello", "b"),
      await rig.say("hello", "c"),
    ];
    await assign(two, { fence: 0, to: { backend: "support", assignee: "ann" } });
    await assign(three, { fence: 0, to: { backend: null } });
    const listed = async (query: string) => {
      const { json } = await api.send("GET", `/conversations?${query}`);
      return (json as { conversations: { id: string }[] }).conversations.map(({ id }) => id);
    };
    expect(await listed("backend=sales")).toEqual([one]);
    expect(await listed("backend=support&assignee=ann")).toEqual([two]);
    expect(await listed("assignee=ann")).toEqual([two]);
    expect(await listed("backend=sales&assignee=ann")).toEqual([]);
    expect(await listed("backend=-")).toEqual([three]);
    expect(await listed("backend=lead")).toEqual([]);
    expect(await listed("backend=sales&channel=shop")).toEqual([one]);
    expect(await listed("backend=sales&channel=till")).toEqual([]);
    expect(await listed("channel=shop&visitor=b&assignee=ann")).toEqual([two]);
    expect(await listed("channel=shop&visitor=b&backend=sales")).toEqual([]);
    expect(await listed("channel=shop&visitor=c&backend=-")).toEqual([three]);
    expect((await api.send("GET", "/owners")).json).toEqual({
      owners: [
        { backend: "sales", assignee: null, conversations: 1 },
        { backend: "support", assignee: "ann", conversations: 1 },
        { backend: null, assignee: null, conversations: 1 },
      ],
    });
  });
});
