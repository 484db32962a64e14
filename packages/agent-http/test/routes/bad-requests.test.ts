import { afterAll, expect, it, onTestFinished } from "vitest";
import { AgentRig } from "../support/agent-rig.ts";
import type { RequestParts } from "../support/rig-client.ts";

const shared = AgentRig.start();
afterAll(async () => (await shared).close());

async function started() {
  const rig = await AgentRig.start();
  onTestFinished(() => rig.close());
  const id = await rig.say("hello");
  return { rig, client: rig.client(), id };
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const tooLong = bytes(`{"conversationId":"${"x".repeat(10 * 1_024 * 1_024)}"}`);

const requests: readonly (readonly [
  what: string,
  method: string,
  path: string,
  parts: RequestParts,
  code: number,
])[] = [
  ["no path", "GET", "", {}, 40401],
  ["an unknown path", "GET", "/nothing", {}, 40401],
  ["a path that goes on", "POST", "/messages/", {}, 40401],
  ["a path with an encoded id", "GET", "/conversations/%2e%2e", {}, 40401],
  ["an id with a slash", "GET", "/conversations/a/b", {}, 40401],
  ["another method", "GET", "/messages", {}, 40501],
  ["HEAD", "HEAD", "/openapi.json", {}, 40501],
  ["DELETE", "DELETE", "/events/poll", {}, 40501],
  ["no token", "POST", "/messages", { headers: { authorization: "" } }, 40101],
  ["another token", "POST", "/messages", { headers: { authorization: "Bearer x" } }, 40101],
  [
    "a token in another scheme",
    "POST",
    "/events/poll",
    { headers: { authorization: "Basic x" } },
    40101,
  ],
  ["10 MB", "POST", "/messages", { bytes: tooLong }, 41301],
  [
    "an encoded body",
    "POST",
    "/messages",
    { bytes: bytes("x"), headers: { "content-encoding": "gzip" } },
    41501,
  ],
  [
    "another content type",
    "POST",
    "/messages",
    { bytes: bytes("{}"), headers: { "content-type": "text/plain" } },
    41502,
  ],
  ["no JSON", "POST", "/messages", { bytes: bytes("{") }, 40001],
  ["no UTF-8", "POST", "/messages", { bytes: Uint8Array.of(0x22, 0xff, 0x22) }, 40002],
  ["a list", "POST", "/messages", { bytes: bytes("[]") }, 40011],
  ["no body", "POST", "/messages", {}, 40011],
  ["an unknown field", "POST", "/events/poll", { bytes: bytes('{"wait":1}') }, 40011],
  ["a number that is too large", "POST", "/events/poll", { bytes: bytes('{"limit":101}') }, 40011],
  ["a text for a number", "POST", "/events/poll", { bytes: bytes('{"waitSeconds":"8"}') }, 40011],
  [
    "a lease that is too short",
    "POST",
    "/events/poll",
    { bytes: bytes('{"leaseSeconds":1}') },
    40011,
  ],
  ["no events", "POST", "/events/acknowledge", { bytes: bytes('{"events":[]}') }, 40011],
  [
    "an event without a token",
    "POST",
    "/events/acknowledge",
    { bytes: bytes('{"events":[{"id":"a.1"}]}') },
    40011,
  ],
  [
    "availability without an end",
    "PUT",
    "/availability",
    { bytes: bytes('{"available":true}') },
    40011,
  ],
  [
    "availability for too long",
    "PUT",
    "/availability",
    { bytes: bytes('{"available":true,"forSeconds":3601}') },
    40011,
  ],
  [
    "availability of 100 channels whose ids are none",
    "PUT",
    "/availability",
    {
      bytes: bytes(
        JSON.stringify({
          available: true,
          forSeconds: 60,
          channels: Array.from({ length: 100 }, () => "€".repeat(64)),
        }),
      ),
    },
    40011,
  ],
  [
    "a parameter that nobody knows",
    "GET",
    "/conversations/a/messages",
    { query: "?page=2" },
    40011,
  ],
  ["a parameter twice", "GET", "/conversations/a/messages", { query: "?limit=2&limit=3" }, 40011],
  [
    "a limit that is no number",
    "GET",
    "/conversations/a/messages",
    { query: "?limit=many" },
    40011,
  ],
  ["a cursor of nobody", "GET", "/conversations/a/messages", { query: "?before=-1" }, 40011],
  ["a conversation of nobody", "GET", "/conversations/a/messages", {}, 40402],
  ["a conversation of nobody", "GET", "/conversations/__proto__", {}, 40402],
  ["a conversation of nobody", "POST", "/ready", { bytes: bytes('{"conversationId":"a"}') }, 40402],
];

it.each(requests)(
  "%s (%s %s) is refused in the failure shape",
  async (_what, method, path, parts, code) => {
    const client = (await shared).client();
    const { status, json, headers } = await client.call(method, path, undefined, parts);
    expect({ status, json }).toEqual({
      status: Math.floor(code / 100),
      json: { error: { code, message: expect.stringMatching(/\. .*\.$/) as string } },
    });
    if (status === 401) expect(headers["www-authenticate"]).toBe('Bearer realm="parley"');
    if (status === 405) expect(headers["allow"]).toMatch(/^[A-Z]+$/);
  },
);

it("a body with an unknown field is refused with the fields that there are", async () => {
  const body = { conversationId: "a", text: "hello" };
  expect((await (await shared).client().call("POST", "/ready", body)).json).toEqual({
    error: {
      code: 40011,
      message: "There is an unknown field. Expected are: conversationId. Nothing was changed.",
    },
  });
});

const text = { type: "text", text: "yes?" };
const ann = { name: "Ann" };

const messages: readonly (readonly [string, (id: string) => object, number])[] = [
  ["a conversation of nobody", () => ({ conversationId: "nobody", message: text }), 40402],
  ["an id that names a property", () => ({ conversationId: "__proto__", message: text }), 40402],
  ["an id that is none", () => ({ conversationId: "a\u0000\ud800", message: text }), 40402],
  ["an unknown type", (id) => ({ conversationId: id, message: { type: "dance" } }), 40009],
  [
    "a type that names a property",
    (id) => ({ conversationId: id, message: { type: "constructor" } }),
    40009,
  ],
  ["no text", (id) => ({ conversationId: id, message: { type: "text" } }), 40007],
  [
    "a text that is none",
    (id) => ({ conversationId: id, message: { type: "text", text: 5 } }),
    40008,
  ],
  ["no type", (id) => ({ conversationId: id, message: {} }), 40011],
  ["no sender", (id) => ({ conversationId: id, message: text, sender: undefined }), 40004],
  ["a sender without a name", (id) => ({ conversationId: id, message: text, sender: {} }), 40007],
  [
    "a key that is blank",
    (id) => ({ conversationId: id, message: text, idempotencyKey: " " }),
    40008,
  ],
  [
    "a key that is too long",
    (id) => ({ conversationId: id, message: text, idempotencyKey: "k".repeat(256) }),
    40011,
  ],
  ["a fence of an earlier owner", (id) => ({ conversationId: id, message: text, fence: 7 }), 40907],
  ["a fence below 0", (id) => ({ conversationId: id, message: text, fence: -1 }), 40011],
  [
    "a text of 21,000 characters",
    (id) => ({ conversationId: id, message: { type: "text", text: "x".repeat(21_000) } }),
    40008,
  ],
];

it.each(messages)(
  "a message with %s is refused, and nothing is stored",
  async (_what, bodyOf, code) => {
    const { rig, client, id } = await started();
    const { gateway } = rig.node(0);
    if (code === 40008) await gateway.channelAdmin.change("shop", { overflow: "split" });
    const body = { sender: ann, ...bodyOf(id) };
    const { json } = await client.call("POST", "/messages", body);
    expect(json).toMatchObject({ error: { code } });
    const { items } = await gateway.conversations.messages(id, { before: null, limit: 10 });
    expect(items).toHaveLength(1);
  },
);

it("a message for a channel that was removed is refused", async () => {
  const { rig, client, id } = await started();
  await rig.node(0).gateway.channelAdmin.remove("shop");
  const body = { conversationId: id, sender: ann, message: text };
  expect(await client.call("POST", "/messages", body)).toMatchObject({ status: 410 });
  expect(await client.poll()).toMatchObject([{ type: "visitor.message" }]);
});

it("an erased conversation looks like one that never was", async () => {
  const { rig, client, id } = await started();
  await rig.node(0).gateway.conversations.erase(id);
  for (const [method, path, body] of [
    ["GET", `/conversations/${id}`, undefined],
    ["GET", `/conversations/${id}/messages`, undefined],
    ["POST", "/messages", { conversationId: id, sender: ann, message: text }],
    ["POST", "/messages", { conversationId: id, message: { type: "typein" } }],
    ["POST", "/ready", { conversationId: id }],
  ] as const)
    expect(await client.call(method, path, body)).toMatchObject({
      status: 404,
      json: { error: { code: 40402 } },
    });
});

it("21 messages that wait are one too many", async () => {
  const { rig, client, id } = await started();
  rig.transport.answer = () => ({ status: 503, body: "" });
  const body = { conversationId: id, sender: ann, message: text };
  const statuses = [];
  for (let number = 0; number < 21; number += 1)
    statuses.push((await client.call("POST", "/messages", body)).status);
  expect(statuses).toContain(429);
});
