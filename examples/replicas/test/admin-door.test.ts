import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type Refusal, refusalBody, refuse } from "@parley/core";
import { expect, it, onTestFinished } from "vitest";
import { adminDoor } from "../src/cluster/admin-door.ts";

/** An admin API with the channel that refuses another channel secret with this refusal. */
async function anAdminApi(refusal: Refusal) {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    asked.push(`${request.method} ${request.url} ${body}`.trimEnd());
    const isRefused = request.method === "POST" && body !== '{"now":true}';
    const made = { id: "shop", ingressUrl: "http://127.0.0.1:8080/chat/new/shop" };
    response.writeHead(isRefused ? refusal.httpStatus : 200);
    response.end(JSON.stringify(isRefused ? refusalBody(refusal) : made));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const found = "GET /admin/v1/channels/shop";
const rotated = "POST /admin/v1/channels/shop/rotate {}";

it("with the maximum number of channel secrets, a new one ends all others, so that the cluster starts", async () => {
  const { url, asked } = await anAdminApi(refuse("tooManyCount"));
  expect(await adminDoor(url, "token").issue("shop", "https://shop.example")).toBe("new");
  const anew = 'POST /admin/v1/channels/shop/rotate {"now":true}';
  expect(asked).toEqual([found, rotated, anew]);
});

it("nothing ends by any other refusal, which is told", async () => {
  const { url, asked } = await anAdminApi(refuse("conflict"));
  const issue = adminDoor(url, "token").issue("shop", "https://shop.example");
  await expect(issue).rejects.toThrow("it was answered 409");
  expect(asked).toEqual([found, rotated]);
});
