import { describe, expect, it } from "vitest";
import { realGateway } from "./support/real-gateway.ts";

/** A page, whatever its items are called. */
interface Listed {
  readonly next: string | null;
}

const forged = ["1.x", "NaN", "[]", "'or 1=1", "1", "9-9-9", ".", "1.", "0.AAAAAAAA", " "];
const refusal = { status: 400, json: { error: { code: 40011 } } };

describe("the next of a page", () => {
  it.each([
    ["conversations", () => "/conversations?"],
    ["conversations of a channel", () => "/conversations?channel=shop&"],
    ["messages", (id: string) => `/conversations/${id}/messages?`],
    ["deliveries of a conversation", (id: string) => `/deliveries?conversation=${id}&`],
  ])("leads through %s to the end, and what is no such next is refused", async (_name, pathOf) => {
    const { api, first } = await talkative();
    const path = pathOf(first);
    const seen: unknown[] = [];
    let cursor = "";
    for (let pages = 0; pages < 9; pages += 1) {
      const { status, json } = await api.send("GET", `${path}limit=1${cursor}`);
      expect(status).toBe(200);
      const { next, ...items } = json as Listed;
      seen.push(...Object.values(items).flat());
      if (next === null) break;
      cursor = `&before=${next}`;
      const [bare] = next.split(".");
      for (const before of [...forged, bare ?? "", `1${next}`, `${next}A`])
        expect(
          await api.send("GET", `${path}before=${encodeURIComponent(before)}`),
          before,
        ).toMatchObject(refusal);
    }
    expect(cursor).not.toBe("");
    expect(new Set(seen.map((item) => JSON.stringify(item))).size).toBe(2);
    expect(seen).toHaveLength(2);
  });

  it("of another list, or of another selection of the same list, is refused", async () => {
    const { api, first, second } = await talkative();
    const nextOf = async (path: string) =>
      ((await api.send("GET", `${path}limit=1`)).json as Listed).next ?? "";
    const messages = await nextOf(`/conversations/${first}/messages?`);
    const all = await nextOf("/conversations?");
    for (const path of [
      `/conversations/${second}/messages?before=${messages}`,
      `/deliveries?conversation=${first}&before=${messages}`,
      `/conversations?channel=shop&before=${all}`,
      `/conversations?channel=shop&visitor=1&before=${all}`,
      `/dead-letters?before=${all}`,
      `/deliveries?state=failed&before=${all}`,
    ])
      expect(await api.send("GET", path), path).toMatchObject(refusal);
  });
});

/** Two conversations of two messages each. */
async function talkative() {
  const gateway = await realGateway();
  const random = await gateway.addChannel("shop");
  const say = (visitor: number, text: string) => gateway.say("shop", random, visitor, text);
  const [first, second] = [await say(1, "a"), await say(2, "b")];
  await say(1, "c");
  await say(2, "d");
  return { api: gateway.api, first, second };
}
