import { expect, it } from "vitest";
import { nextHop } from "../../src/http-client/redirects.ts";
import { openHttpClient } from "../support/http-client.ts";
import { rawServer, respondOk, testCertificate } from "../support/raw-server.ts";

const signal = AbortSignal.timeout(60_000);
const post = { method: "POST", body: "{}", signal };

it("an open connection of an allowed origin is not given to a caller who may not go there", async () => {
  const server = await rawServer(respondOk, { tls: true });
  const client = await openHttpClient({
    ca: testCertificate.cert,
    lookup: async () => ["127.0.0.1"],
  });
  for (const url of [server.url, `https://shop.test:${server.port}`]) {
    const allowed = await client.request({ ...post, url, allowOrigins: [url] });
    expect(await new Response(allowed.body).text()).toBe('{"result":"ok"}');
    const asking = client.request({ ...post, url });
    await expect(asking).rejects.toMatchObject({ code: "http-forbidden-target" });
  }
  expect(server.requests).toHaveLength(2);
});

it("an allowed origin still needs the right certificate", async () => {
  const server = await rawServer(respondOk, { tls: true });
  const client = await openHttpClient({ lookup: async () => ["127.0.0.1"] });
  const asking = client.request({ ...post, url: server.url, allowOrigins: [server.url] });
  await expect(asking).rejects.toMatchObject({
    code: "http-unreachable",
    cause: { code: "DEPTH_ZERO_SELF_SIGNED_CERT" },
  });
  expect(server.requests).toEqual([]);
});

it("a redirect leads to an allowed origin only from an allowed one", () => {
  const desk = "http://desk.internal:3000";
  const hop = { method: "GET", headers: new Map(), body: null, allowedOrigins: new Set([desk]) };
  const leads = (from: string) => nextHop({ ...hop, url: from }, 302, `${desk}/a`)?.allowedOrigins;
  expect(leads(`${desk}/b`)).toEqual(new Set([desk]));
  expect(leads("https://public.example/")).toEqual(new Set());
});

it("what the host allows for every adapter is allowed here too", async () => {
  const server = await rawServer(respondOk);
  const client = await openHttpClient({ allowInsecureLoopback: true });
  expect((await client.request({ ...post, url: server.url })).status).toBe(200);
});
