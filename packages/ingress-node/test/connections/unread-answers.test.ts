import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { fakeInbox } from "../support/fake-inbox.ts";
import { serve, statusPath } from "../support/served.ts";

const get = `GET ${statusPath} HTTP/1.1\r\nHost: x\r\n\r\n`;

describe("a connection whose answers nobody takes", () => {
  it("is answered up to its share of requests at once, and cut past it", async () => {
    const bounds = { maxUnanswered: 20 };
    const quick = await serve(fakeInbox().inbox, { bounds });
    expect(await quick.raw(get.repeat(20), 20)).toHaveLength(20);
    const authenticate = () => new Promise<never>(() => {});
    const slow = await serve({ ...fakeInbox().inbox, authenticate }, { bounds });
    expect(await slow.raw(get.repeat(21))).toEqual([]);
    expect((await quick.send("GET", statusPath)).status).toBe(200);
  });

  it("may ask on for as long as it reads", async () => {
    const server = await serve(fakeInbox().inbox, { bounds: { maxUnanswered: 2 } });
    const socket = server.open();
    for (let times = 0; times < 20; times += 1) {
      socket.write(get);
      expect(String(await once(socket, "data"))).toContain("200 OK");
    }
    socket.destroy();
  });

  it("is cut when it stands still, and its request with it", async () => {
    const { inbox } = fakeInbox();
    const server = await serve(
      { ...inbox, authenticate: () => new Promise(() => {}) },
      { bounds: { stalledTimeoutMs: 100 } },
    );
    expect(await server.raw(get)).toEqual([]);
  });
});
