import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { AdminClient } from "./support/admin-client.ts";
import { ConsoleClient } from "./support/console-client.ts";
import { Endpoint } from "./support/endpoint.ts";
import { eventually } from "./support/eventually.ts";
import { askAdmin } from "./support/first-conversation.ts";
import { QuickstartRuns } from "./support/quickstart-runs.ts";

const runs = new QuickstartRuns();
afterAll(() => runs.end());

/** Marks of a visitor, each in another stored field. */
const marks = {
  id: "idMark8812",
  name: "nameMark8812",
  email: "mailMark8812@example.com",
  phone: "+49 8812 8812 8812",
  text: "textMark8812",
  messageId: "messageIdMark8812",
  reply: "replyMark8812",
  failed: "failedMark8812",
  description: "descriptionMark8812",
} as const;

describe("an erased visitor", () => {
  it("leaves no byte in the database, in a backup of after, or in the log", async () => {
    const endpoint = await Endpoint.open();
    const quickstart = await runs.start(runs.freshData(), { PARLEY_SHOP_PORT: "0" });
    const admin = new AdminClient(quickstart.url, quickstart.dataDirectory);
    await askAdmin(quickstart, "PATCH", { chatApiUrl: endpoint.url });
    const { ingressUrl } = quickstart.firstChannel;
    for (let count = 0; count < 30; count += 1) {
      await says(ingressUrl, "stays-4471", `textOfTheOther ${count}`);
      await says(ingressUrl, marks.id, `${"word ".repeat(count * 6)}${marks.text} ${count}`);
    }
    const agent = await ConsoleClient.signIn(quickstart.url);
    const conversationId = await eventually(async () => {
      const conversations = await agent.conversations();
      return conversations.find(({ visitor }) => visitor["name"] === marks.name)?.id;
    });
    await agent.reply(conversationId, marks.reply);
    await eventually(() => endpoint.texts.includes(marks.reply));
    const body = JSON.stringify({ error: { code: 7, message: marks.description } });
    endpoint.answer = () => ({ status: 200, body });
    await agent.reply(conversationId, marks.failed);
    await eventually(async () =>
      (await agent.messages(conversationId)).some(
        ({ failure }) => failure?.description === marks.description,
      ),
    );
    const traces = [...Object.values(marks), conversationId];
    for (const mark of traces) expect(filesWith(quickstart.dataDirectory, mark)).not.toEqual([]);

    const whom = { channel: "shop", visitor: marks.id };
    const erased = await admin.ask("POST", "/visitors/erase", whom);
    expect(await erased.json()).toEqual({ erased: 1 });
    // The console forgets the conversation when it is told, after the answer.
    await eventually(() =>
      traces.every((mark) => filesWith(quickstart.dataDirectory, mark).length === 0),
    );
    const { path } = await admin.backup();
    for (const mark of traces) {
      expect(filesWith(path, mark)).toEqual([]);
      expect(filesWith(quickstart.dataDirectory, mark)).toEqual([]);
    }
    expect(filesWith(path, "textOfTheOther")).not.toEqual([]);
    expect(await quickstart.stop()).toBe(0);
    await endpoint.close();
    for (const mark of traces) {
      expect(filesWith(quickstart.dataDirectory, mark)).toEqual([]);
      expect(quickstart.stderr + quickstart.stdout).not.toContain(mark);
    }
  });
});

/** Repeats the message when a slow disk caused a 503, as a client would. */
async function says(ingressUrl: string, id: string, text: string): Promise<void> {
  const own = id === marks.id;
  const profile = own ? { name: marks.name, email: marks.email, phone: marks.phone } : {};
  const message = {
    type: "text",
    text,
    ...(own && { id: `${marks.messageId} ${text.slice(-2)}` }),
  };
  const body = JSON.stringify({ sender: { id, ...profile }, message });
  await eventually(async () => (await fetch(ingressUrl, { method: "POST", body })).status === 200);
}

/** Names of files below `directory` that contain `text`. */
function filesWith(directory: string, text: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes(text));
}
