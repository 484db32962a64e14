import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { ConsoleClient } from "../support/console-client.ts";
import { Endpoint } from "../support/endpoint.ts";
import { eventually } from "../support/eventually.ts";
import { QuickstartProcess } from "../support/quickstart-process.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

/** Unique words, one for each thing that must not leak. */
const canary = {
  text: "canary-text-7f3a",
  name: "canary-name-7f3b",
  phone: "+49 7777 123123",
  email: "canary@visitor.example",
  url: "https://canary.example/page-7f3c",
  field: "canary-field-7f3d",
  description: "canary-description-7f3e",
  reply: "canary-reply-7f3f",
};
const adminToken = "canary-admin-token-7f40";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

describe("a whole run, with everything going wrong that can", () => {
  it("leaves no channel secret, visitor text, phone or email in output, log or error bodies", async () => {
    const directory = temporaryDirectory();
    cleanups.push(() => directory.remove());
    const endpoint = await Endpoint.open();
    cleanups.push(() => endpoint.close());
    const environment = { PARLEY_SHOP_PORT: "0", PARLEY_ADMIN_TOKEN: adminToken };
    const said: string[] = [];

    let quickstart = await QuickstartProcess.start(directory.path, environment);
    cleanups.push(() => quickstart.kill());
    const admin = async (method: string, path: string, body?: unknown) => {
      const response = await fetch(`${quickstart.url}/admin/v1/${path}`, {
        method,
        headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return (await response.json()) as Record<string, string>;
    };
    const made = await admin("POST", "channels", { id: "canaries", chatApiUrl: endpoint.url });
    const ingress = made["ingressUrl"] ?? "";
    const random = new URL(ingress).pathname.split("/")[2] ?? "";
    expect(random.length).toBeGreaterThan(20);
    const sender = { id: canary.name, ...canary };

    // All kinds of refused requests, with canaries in them.
    const refused: readonly (readonly [string, RequestInit])[] = [
      [ingress, { method: "POST", body: `{"sender":"${canary.text}` }],
      [ingress, { method: "POST", body: JSON.stringify({ sender: { id: "", ...canary } }) }],
      [
        ingress,
        { method: "POST", body: JSON.stringify({ sender, message: { type: canary.text } }) },
      ],
      [
        ingress,
        {
          method: "POST",
          body: JSON.stringify({ sender, message: { type: "photo", file: canary.text } }),
        },
      ],
      [
        ingress,
        {
          method: "POST",
          body: JSON.stringify({ sender: { id: { [canary.field]: canary.text } }, message: {} }),
        },
      ],
      [ingress, { method: "POST", body: canary.text.repeat(5_000) }],
      [
        ingress,
        { method: "POST", body: canary.text, headers: { "content-encoding": canary.text } },
      ],
      [ingress, { method: "DELETE" }],
      [`${ingress}x`, { method: "POST", body: canary.text }],
      [ingress.replace(random, `${random}x`), { method: "POST", body: canary.text }],
      [`${ingress}/${canary.text}`, {}],
      [`${quickstart.url}/${random}/${canary.text}`, {}],
      [`${quickstart.url}/console/api/${canary.text}`, {}],
      [
        `${quickstart.url}/admin/v1/channels/${canary.text}`,
        { headers: { authorization: `Bearer ${random}` } },
      ],
    ];
    for (const [url, init] of refused) {
      const response = await fetch(url, init);
      expect(response.status, url).toBeGreaterThanOrEqual(400);
      said.push(await response.text(), JSON.stringify([...response.headers]));
    }
    said.push(await rawBadRequest(quickstart.port, canary.text));

    // A chat whose reply fails with a description, a crash in the middle, and a second start.
    const hello = {
      sender: { ...sender, photo: "nope" },
      message: { type: "text", text: canary.text },
    };
    expect((await fetch(ingress, { method: "POST", body: JSON.stringify(hello) })).status).toBe(
      200,
    );
    const agent = await ConsoleClient.signIn(quickstart.url);
    const [conversation] = await agent.conversations();
    const id = conversation?.id ?? "";
    endpoint.answer = () => ({
      status: 500,
      body: JSON.stringify({ error: { code: 1, message: canary.description } }),
    });
    await agent.reply(id, canary.reply);
    await eventually(() => endpoint.posts.length > 0);
    const bad = await agent.ask("POST", `conversations/${id}/messages`, {
      type: canary.text,
      text: 5,
    });
    said.push(await bad.text());
    await quickstart.kill();
    said.push(quickstart.stdout, quickstart.stderr);

    quickstart = await QuickstartProcess.start(directory.path, environment);
    const again = await ConsoleClient.signIn(quickstart.url);
    await eventually(
      async () => (await again.messages(id)).some(({ state }) => state === "failed"),
      20_000,
    );
    await admin("POST", "channels/canaries/rotate", {});
    await admin("GET", "channels");
    const first = readFileSync(`${directory.path}/first-channel.json`, "utf8");
    const firstRandom =
      new URL((JSON.parse(first) as { ingressUrl: string }).ingressUrl).pathname.split("/")[2] ??
      "";
    expect(await quickstart.stop()).toBe(0);
    said.push(quickstart.stdout, quickstart.stderr);

    const everything = said.join("\n");
    for (const secret of [random, firstRandom, adminToken, ...Object.values(canary)]) {
      expect(everything.includes(secret), secret).toBe(false);
    }
    // Proves that the search works.
    expect(everything).toContain("The message was not delivered.");
    expect(everything).toContain("parley ready");
  }, 60_000);
});

/** A request that Node's parser refuses before any handler sees it. */
function rawBadRequest(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const outgoing = request({ port, host: "127.0.0.1", method: "POST", path: "/chat/x/y" });
    outgoing.on("socket", (socket) => {
      let answer = "";
      socket.on("data", (chunk: Buffer) => (answer += chunk.toString("utf8")));
      socket.on("close", () => resolve(answer));
      socket.write(`GET /${text} HTTP/9.9\r\n${text}: ${randomBytes(4).toString("hex")}\r\n\r\n`);
    });
    outgoing.on("error", () => {});
  });
}
