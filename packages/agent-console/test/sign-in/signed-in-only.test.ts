import { describe, expect, it } from "vitest";
import { useConsole } from "../support/use-console.ts";

const start = useConsole();

describe("whoever is not signed in", () => {
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
