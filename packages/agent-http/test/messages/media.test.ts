import { type MediaAnswer, type MediaCopyRequest, MediaStore } from "@parley/core";
import { ContainerModule } from "inversify";
import { expect, it, onTestFinished } from "vitest";
import { agentHttp, type AgentHttpOptions, issueToken } from "../../src/index.ts";
import { AgentRig } from "../support/agent-rig.ts";

const issued = issueToken();
const canary = "canary-0815";
const link = `https://files.desk.example/${canary}/a.pdf?token=${canary}`;
const media = "https://chat.example/media";
const file = { type: "document", file: link, file_name: "a.pdf", text: "look" };
const ann = { name: "Ann" };

/** A media store that keeps what it is asked, and gives the same file for the same key. */
class ScriptedMedia implements MediaStore {
  readonly requests: MediaCopyRequest[] = [];
  answer: Exclude<MediaAnswer, { stored: true }> | null = null;
  readonly #files = new Map<string, string>();

  async copy(request: MediaCopyRequest): Promise<MediaAnswer> {
    this.requests.push(request);
    if (this.answer !== null) return this.answer;
    const key = `${request.conversationId} ${request.key}`;
    const url = this.#files.get(key) ?? `${media}/${this.#files.size}`;
    this.#files.set(key, url);
    const name = request.name ?? "file";
    return { stored: true, file: { url, type: "application/pdf", sizeBytes: 7, name } };
  }
}

async function started(options: Partial<AgentHttpOptions> = {}) {
  const store = new ScriptedMedia();
  const agents = () => [
    new ContainerModule(({ bind }) => void bind(MediaStore).toConstantValue(store)),
    agentHttp({ tokenDigests: [issued.digest], ...options }),
  ];
  const rig = await AgentRig.start({ agents });
  onTestFinished(() => rig.close());
  const id = await rig.say("hello");
  const client = rig.client("http", issued.token);
  const post = (message: object, parts: object = {}) =>
    client.call("POST", "/messages", { conversationId: id, sender: ann, message, ...parts });
  const bytes = async () => {
    await rig.time.advance(1_000);
    return rig.transport.posts.map(({ body }) => body).join("\n");
  };
  return { rig, store, id, post, bytes };
}

it("a file is copied before its message is sent, and only the gateway's link leaves", async () => {
  const { rig, store, id, post, bytes } = await started();
  const thumb = `https://files.desk.example/${canary}.png`;
  expect(await post({ ...file, thumb })).toMatchObject({ status: 200 });
  expect(await bytes()).not.toContain(canary);
  expect(rig.sent).toEqual([
    {
      type: "document",
      file: `${media}/0`,
      thumb: `${media}/1`,
      file_size: 7,
      file_name: "a.pdf",
      text: "look",
    },
  ]);
  expect(store.requests.map(({ conversationId, url }) => [conversationId, url])).toEqual([
    [id, link],
    [id, thumb],
  ]);
});

it("the same key copies the same file, also when its link is signed anew; another link is another message", async () => {
  const { rig, post } = await started();
  const key = { idempotencyKey: "key" };
  const first = await post(file, key);
  const again = { ...file, file: link.replace("token=", "token=2") };
  expect((await post(again, key)).json).toEqual(first.json);
  expect(await post({ ...file, file: "https://files.desk.example/b.pdf" }, key)).toMatchObject({
    status: 409,
  });
  await rig.time.advance(1_000);
  expect(rig.sent).toHaveLength(1);
});

const refusals = [
  ["forbidden-target", false, 40012],
  ["not-found", false, 40012],
  ["refused", false, 40012],
  ["wrong-type", false, 40012],
  ["too-large", false, 40012],
  ["empty", false, 40012],
  ["full", true, 50304],
  ["unreachable", true, 50304],
  ["unknown-conversation", false, 40402],
] as const;

it.each(refusals)(
  "a file that is not copied (%s) refuses the message in words",
  async (why, retryable, code) => {
    const { rig, store, post } = await started();
    store.answer = { stored: false, why, retryable, message: "The file is not there." };
    const { json, headers } = await post(file);
    expect(json).toMatchObject({ error: { code } });
    if (code !== 40402)
      expect(json).toMatchObject({
        error: { message: "message.file: The file is not there. The message was not sent." },
      });
    expect(headers["retry-after"]).toBe(code === 50304 ? "1" : undefined);
    await rig.time.advance(1_000);
    expect(rig.sent).toEqual([]);
  },
);

it("the photo of an agent is copied once, and left out when it cannot be", async () => {
  const { store, post, bytes } = await started();
  const sender = { name: "Ann", photo: `https://desk.example/${canary}.png` };
  await post({ type: "text", text: "a" }, { sender });
  await post({ type: "text", text: "b" }, { sender });
  expect(new Set(store.requests.map(({ key }) => key)).size).toBe(1);
  const why = { stored: false, why: "not-found", retryable: false } as const;
  store.answer = { ...why, message: "There is no such file." };
  expect(await post({ type: "text", text: "c" }, { sender })).toMatchObject({
    status: 200,
    json: { warnings: [{ field: "sender.photo", message: "Dropped: There is no such file." }] },
  });
  const sent = await bytes();
  expect(sent).not.toContain(canary);
  expect(sent).toContain(`${media}/0`);
});

it("the app's headers go to its own origin, and to no other", async () => {
  const headers = { authorization: `Bearer ${canary}` };
  const { store, post } = await started({
    mediaHeaders: { "https://files.desk.example": { Authorization: headers.authorization } },
  });
  const others = [
    "https://files.desk.example.evil.example/a.pdf",
    "http://files.desk.example/a.pdf",
    "https://files.desk.example:444/a.pdf",
    "https://user@evil.example/https://files.desk.example/a.pdf",
  ];
  for (const one of [link, ...others]) await post({ ...file, file: one });
  expect(store.requests.map((request) => request.headers)).toEqual([headers, {}, {}, {}, {}]);
});

it("a host may pass links on as they are", async () => {
  const { rig, store, post, bytes } = await started({ copyMedia: false });
  await post({ ...file, file_size: 7 });
  expect(await bytes()).toContain(canary);
  expect([store.requests, rig.sent.length]).toEqual([[], 1]);
});

it("copies need a media store", async () => {
  const agents = () => [agentHttp({ tokenDigests: [issued.digest], copyMedia: true })];
  await expect(AgentRig.start({ agents })).rejects.toMatchObject({ code: "port-missing" });
});

it.each([
  ["no name of the agent", { sender: {} }, 40007],
  ["a blank key", { idempotencyKey: " " }, 40008],
  ["the fence of another owner", { fence: 7 }, 40907],
  ["a place that is none", { message: { ...file, type: "location", latitude: 91 } }, 40008],
])("a message with %s is refused, and no file of it is copied", async (_what, parts, code) => {
  const { store, post } = await started();
  const sender = { ...ann, photo: link };
  const answer = await post(file, { sender, ...parts });
  expect(answer).toMatchObject({ json: { error: { code } } });
  expect(store.requests).toEqual([]);
});

it("of a message that has no files, none is copied", async () => {
  const { store, post, bytes } = await started();
  const text = { ...file, type: "text", thumb: link };
  expect(await post(text)).toMatchObject({ status: 200 });
  expect(await bytes()).not.toContain(canary);
  expect(store.requests).toEqual([]);
});

it("photos of two agents are two files, also when their links differ in the query alone", async () => {
  const { rig, post } = await started();
  const photoOf = async (name: string, query: string) => {
    const photo = `https://desk.example/avatar?${query}`;
    await post({ type: "text", text: "hi" }, { sender: { name, photo } });
    await rig.time.advance(1_000);
    const { sender } = JSON.parse(rig.transport.posts.at(-1)?.body ?? "") as {
      readonly sender: { readonly photo: string };
    };
    return sender.photo;
  };
  const ofAnn = await photoOf("Ann", "user=1&signed=a");
  expect(await photoOf("Ben", "user=2&signed=b")).not.toBe(ofAnn);
  expect(await photoOf("Ann", "user=1&signed=c")).toBe(ofAnn);
});
