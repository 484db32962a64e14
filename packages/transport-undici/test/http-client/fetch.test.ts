import { createServer } from "node:http";
import { httpFetch } from "@parley/core";
import { expect, it, onTestFinished } from "vitest";
import { openHttpClient } from "../support/http-client.ts";
import { listen } from "../support/raw-server.ts";

/** A `fetch` over the client, and a server that answers with what it got. */
async function echoing() {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { method, url, headers } = request;
    const body = Buffer.concat(chunks).toString();
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ method, url, type: headers["content-type"], body }));
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const fetch = httpFetch(await openHttpClient(), { allowOrigins: [origin], limitBytes: 1_000 });
  return { origin, fetch };
}

it("a fetch over the client sends JSON, forms and streams, and reads the answer", async () => {
  const { origin, fetch } = await echoing();
  const form = new FormData();
  form.set("a", "b");
  const streamed = { body: new Blob(["streamed"]).stream(), duplex: "half" } as RequestInit;
  for (const [init, body] of [
    [{ body: '{"a":1}' }, '{"a":1}'],
    [{ body: new URLSearchParams("a=b") }, "a=b"],
    [{ body: form }, 'name="a"'],
    [streamed, "streamed"],
  ] as const) {
    const response = await fetch(`${origin}/x?y`, { method: "POST", ...init });
    const echo = (await response.json()) as { readonly body: string };
    expect(echo).toMatchObject({ method: "POST", url: "/x?y" });
    expect(echo.body).toContain(body);
  }
});

it("a fetch over the client has the address guard and the limit", async () => {
  const { origin, fetch } = await echoing();
  await expect(fetch("https://169.254.169.254/")).rejects.toMatchObject({
    name: "TypeError",
    cause: { code: "http-forbidden-target" },
  });
  const response = await fetch(origin, { method: "POST", body: "x".repeat(2_000) });
  await expect(response.text()).rejects.toMatchObject({
    name: "TypeError",
    cause: { code: "http-answer-too-long" },
  });
});
