import { describe, expect, it } from "vitest";
import { doors, fakeInbox, messagePath, statusPath, serveExpress } from "./support/served.ts";

const stranger = "/chat/wrong/shop/status";
const unknown = stranger.replace("shop", "nobody");

describe.each(doors)("%s: the limit per address", (_door, serve) => {
  const ingress = { perAddress: { points: 3, durationSeconds: 60 } };

  it("turns further 404s into 429 with Retry-After, alike for every reason of a 404", async () => {
    const server = await serve(fakeInbox().inbox, { ingress });
    const before = [stranger, unknown, "/chat/x"];
    for (const path of before) {
      expect((await server.send("GET", path)).status).toBe(404);
    }
    const answers = [];
    for (const path of [stranger, unknown, "/chat/x", "/chat/%/%/status"]) {
      const { status, body, headers } = await server.send("GET", path);
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
      answers.push({ status, body, names: Object.keys(headers) });
    }
    expect(answers[0]).toMatchObject({ status: 429 });
    expect(JSON.parse(answers[0]?.body ?? "")).toMatchObject({ error: { code: 42901 } });
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it("never stands in the way of who knows the channel secret", async () => {
    const server = await serve(fakeInbox().inbox, { ingress });
    for (let round = 0; round < 10; round += 1) {
      await server.send("GET", stranger);
      expect((await server.send("GET", statusPath)).status).toBe(200);
      expect((await server.send("POST", messagePath, "{}")).status).toBe(200);
    }
  });

  it("can be switched off", async () => {
    const server = await serve(fakeInbox().inbox, { ingress: { perAddress: false } });
    for (let round = 0; round < 400; round += 1) {
      expect((await server.send("GET", stranger)).status).toBe(404);
    }
  });
});

describe("the limit per address", () => {
  const ingress = { perAddress: { points: 3, durationSeconds: 60 } };

  it("is counted for the client behind a trusted proxy, and not for what anybody claims", async () => {
    const trusting = await serveExpress(fakeInbox().inbox, {
      ingress,
      prepare: (app) => app.set("trust proxy", true),
    });
    const plain = await serveExpress(fakeInbox().inbox, { ingress });
    const statuses = async (server: typeof plain): Promise<number[]> => {
      const seen = [];
      for (let client = 0; client < 5; client += 1) {
        seen.push(
          (await server.send("GET", stranger, "", [`X-Forwarded-For: 192.0.2.${client}`])).status,
        );
      }
      return seen;
    };
    expect(await statuses(trusting)).toEqual([404, 404, 404, 404, 404]);
    expect(await statuses(plain)).toEqual([404, 404, 404, 429, 429]);
  });

  it.each([
    ["a port", (client: number) => `192.0.2.7:${30_000 + client}`],
    ["a port and brackets", (client: number) => `[2001:db8::${client}]:443`],
    ["IPv6 around IPv4", (client: number) => (client % 2 === 0 ? "::ffff:192.0.2.7" : "192.0.2.7")],
  ])("is one for a network, however its proxy writes it: %s", async (_form, write) => {
    const server = await serveExpress(fakeInbox().inbox, {
      ingress,
      prepare: (app) => app.set("trust proxy", 1),
    });
    const seen = [];
    for (let client = 0; client < 4; client += 1) {
      const claimed = [`X-Forwarded-For: 203.0.113.${client}`, `X-Forwarded-For: ${write(client)}`];
      seen.push((await server.send("GET", stranger, "", claimed)).status);
    }
    expect(seen).toEqual([404, 404, 404, 429]);
    // Nobody else shares it, whose proxy adds a port as well.
    const other = ["X-Forwarded-For: 198.51.100.9:30001"];
    expect((await server.send("GET", stranger, "", other)).status).toBe(404);
  });

  it("is one for all texts that are no address, also when a proxy too many is trusted", async () => {
    const server = await serveExpress(fakeInbox().inbox, {
      ingress,
      prepare: (app) => app.set("trust proxy", true),
    });
    const statuses = [];
    for (let client = 0; client < 4; client += 1) {
      const claimed = [`X-Forwarded-For: client-${client}-${"x".repeat(8_000)}`];
      statuses.push((await server.send("GET", stranger, "", claimed)).status);
    }
    expect(statuses).toEqual([404, 404, 404, 429]);
  });
});

describe.each(doors)("%s: the limit per channel", (_door, serve) => {
  const ingress = { perChannel: { points: 3, durationSeconds: 60 } };

  it("counts requests that knew the channel secret, and no others", async () => {
    const { inbox, bodies } = fakeInbox();
    const server = await serve(inbox, { ingress });
    for (let round = 0; round < 10; round += 1) {
      await server.send("GET", stranger);
      await server.send("PUT", messagePath);
    }
    await server.send("GET", statusPath);
    await server.send("POST", messagePath, "{}");
    await server.send("POST", messagePath, "{}");
    const answer = await server.send("POST", messagePath, "{}");
    expect(answer.status).toBe(429);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    expect(bodies).toHaveLength(2);
  });
});
