import { describe, expect, it } from "vitest";
import { doors, fakeInbox, statusPath } from "./support/served.ts";

describe.each(doors)("%s: the status query (§4.1)", (_door, serve) => {
  it.each([0, 1] as const)(
    "answers %i as the whole body of a JSON response that nobody may keep",
    async (availability) => {
      const { inbox } = fakeInbox({ status: async () => availability });
      const server = await serve(inbox);
      expect(await server.send("GET", statusPath)).toEqual({
        status: 200,
        headers: {
          "content-type": "application/json",
          "content-length": "1",
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
          connection: "close",
        },
        body: String(availability),
      });
    },
  );

  it("takes a query string, and a name in percent-encoding, for what they are", async () => {
    const { inbox, entered } = fakeInbox();
    const server = await serve(inbox);
    expect((await server.send("GET", `${statusPath}?t=1`)).status).toBe(200);
    expect((await server.send("GET", statusPath.replace("shop", "sh%6Fp"))).status).toBe(200);
    expect(new Set(entered.map(([channelId]) => channelId))).toEqual(new Set(["shop"]));
  });

  it("answers HEAD like GET, without the body", async () => {
    const server = await serve(fakeInbox().inbox);
    const get = await server.raw(
      `GET ${statusPath} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    const socket = server.open();
    socket.end(`HEAD ${statusPath} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    const text = (await socket.toArray()).join("");
    expect(text).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(text).toContain("Content-Length: 1\r\n");
    expect(text).toMatch(/\r\n\r\n$/);
    expect(get[0]?.body).toBe("1");
  });
});
