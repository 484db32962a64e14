import { describe, expect, it } from "vitest";
import { useConsole } from "./support/use-console.ts";

const start = useConsole();

const routes = [
  ["GET", "/me"],
  ["GET", "/presence"],
  ["PUT", "/presence"],
  ["POST", "/auth/sign-out"],
  ["GET", "/conversations"],
  ["GET", "/conversations/x"],
  ["GET", "/conversations/x/messages"],
  ["POST", "/conversations/x/messages"],
  ["POST", "/conversations/x/messages/1/resend"],
  ["POST", "/conversations/x/typing"],
  ["GET", "/events"],
  ["GET", "/nothing"],
] as const;

describe("whoever is not signed in", () => {
  it("gets 401 in the failure shape on every route of the API", async () => {
    const { client } = await start();
    for (const cookie of ["", "parley.session_token=made.up"]) {
      client.cookie = cookie;
      for (const [method, path] of routes) {
        const answer = await client.ask(method, path, method === "GET" ? undefined : {});
        expect([method, path, answer.status, answer.body]).toEqual([
          method,
          path,
          401,
          { error: { code: 40101, message: expect.any(String) } },
        ]);
      }
    }
  });

  it("stays out with the cookie of a session that was signed out", async () => {
    const { client } = await start();
    await client.signIn();
    const { cookie } = client;
    expect((await client.ask("GET", "/me")).status).toBe(200);
    expect((await client.ask("POST", "/auth/sign-out")).status).toBe(200);
    client.cookie = cookie;
    expect((await client.ask("GET", "/me")).status).toBe(401);
  });
});

describe("whoever is signed in", () => {
  it("gets 404 for an unknown path, 405 with Allow for a wrong method, 400 and 413 for bad bodies", async () => {
    const { host, client } = await start();
    await client.signIn();
    expect((await client.ask("GET", "/nothing")).status).toBe(404);
    const wrong = await client.ask("DELETE", "/presence");
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, PUT"]);
    expect((await client.ask("PUT", "/presence", { available: "yes" })).status).toBe(400);
    expect((await client.ask("PUT", "/presence", { pad: "x".repeat(70_000) })).status).toBe(413);
    const broken = await fetch(`${host.url}/console/api/presence`, {
      method: "PUT",
      headers: { cookie: client.cookie },
      body: "{",
    });
    expect([broken.status, await broken.json()]).toEqual([
      400,
      { error: { code: 40011, message: expect.any(String) } },
    ]);
  });
});
