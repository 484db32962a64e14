import { expect, it, onTestFinished } from "vitest";
import { AgentRig } from "../support/agent-rig.ts";

const ann = { name: "Ann" };
const file = {
  type: "document",
  file: "https://desk.example/a.pdf",
  file_size: 10,
  file_name: "a.pdf",
};

async function started(settings: object = {}) {
  const rig = await AgentRig.start();
  onTestFinished(() => rig.close());
  const { gateway } = rig.node(0);
  await gateway.channelAdmin.change("shop", settings);
  const id = await rig.say("hello");
  const client = rig.client();
  const post = (message: object, key: string | null = "key", headers = {}) =>
    client.call(
      "POST",
      "/messages",
      { conversationId: id, sender: ann, message, ...(key !== null && { idempotencyKey: key }) },
      { headers },
    );
  return { rig, client, id, post };
}

const text = (words: string) => ({ type: "text", text: words });

it("a repeated key sends nothing, and gets the first answer", async () => {
  const { rig, post } = await started();
  const first = await post(text("yes"));
  expect(first).toMatchObject({ status: 200, json: { sequence: 2, warnings: [] } });
  expect((await post(text("yes"))).json).toEqual(first.json);
  await rig.time.advance(1_000);
  expect(rig.sent).toEqual([text("yes")]);
});

it("the key may come as a header, and must not differ from that of the body", async () => {
  const { post } = await started();
  const header = { "idempotency-key": "key" };
  const first = await post(text("yes"), null, header);
  expect((await post(text("yes"))).json).toEqual(first.json);
  expect(await post(text("yes"), "other", header)).toMatchObject({ status: 400 });
});

it("without a key, every request sends", async () => {
  const { rig, post } = await started();
  await post(text("yes"), null);
  await post(text("yes"), null);
  await rig.time.advance(1_000);
  expect(rig.sent).toHaveLength(2);
});

const long = "x".repeat(1_000);
const others: readonly (readonly [string, object, object])[] = [
  ["another text", text("yes"), text("no")],
  ["a longer text", text("yes"), text("yes!")],
  ["another type", text("a.pdf"), file],
  ["another file", file, { ...file, file: "https://desk.example/b.pdf" }],
  ["another size", file, { ...file, file_size: 11 }],
  ["a caption more", file, { ...file, text: "look" }],
  ["a caption less", { ...file, text: "look" }, file],
  ["another end of a split text", text(`${long}${long}a`), text(`${long}${long}b`)],
  ["a split text that goes on", text(`${long}a`), text(`${long}a${long}`)],
];

it.each(others)("a key that comes again with %s is refused", async (_what, first, second) => {
  const { rig, post } = await started({ overflow: "split" });
  await post(first);
  await rig.time.advance(1_000);
  const before = rig.sent.length;
  expect(await post(second)).toMatchObject({ status: 409, json: { error: { code: 40909 } } });
  expect(await post(first)).toMatchObject({ status: 200 });
  await rig.time.advance(1_000);
  expect(rig.sent).toHaveLength(before);
});

const same: readonly (readonly [string, object, object, object])[] = [
  ["a text that is split", { overflow: "split" }, text(`${long}${long}a`), text(`${long}${long}a`)],
  ["a text that is cut", { overflow: "truncate" }, text(`${long}a`), text(`${long}a`)],
  [
    "a text of characters that need two units",
    { overflow: "split" },
    text("😀".repeat(1_500)),
    text("😀".repeat(1_500)),
  ],
  ["a text that is not well-formed", {}, text("a\ud800"), text("a\ud800")],
  ["a field that is dropped", {}, { ...file, width: "wide" }, { ...file, width: "wide" }],
  ["fields of no message", {}, { ...text("a"), file: "x", more: 1 }, text("a")],
  ["an empty caption", {}, { ...file, text: "" }, file],
  [
    "a name that the gateway makes",
    { media: "lenient" },
    { ...file, file_name: undefined },
    { ...file, file_name: undefined },
  ],
];

it.each(same)("%s is recognised when it comes again", async (_what, settings, first, second) => {
  const { rig, post } = await started(settings);
  const answer = await post(first);
  expect(answer.status).toBe(200);
  await rig.say("something in between");
  expect((await post(second)).json).toEqual(answer.json);
});
