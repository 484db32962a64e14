import { describe, expect, it } from "vitest";
import { fakeInbox } from "./support/fake-inbox.ts";
import { serve, type ServeOptions } from "./support/served.ts";

const perAddress = { points: 2, durationSeconds: 60 };

/** What strangers get who say that they come from addresses of their own. */
async function statuses(ingress: ServeOptions["ingress"]): Promise<number[]> {
  const server = await serve(fakeInbox().inbox, { ingress: { perAddress, ...ingress } });
  const seen = [];
  for (let client = 0; client < 4; client += 1) {
    const claim = [`X-Real-IP: 192.0.2.${client}`];
    seen.push((await server.send("GET", "/chat/wrong/shop/status", "", claim)).status);
  }
  return seen;
}

describe("a stranger", () => {
  it("is told from others by the address of the connection", async () => {
    expect(await statuses({})).toEqual([404, 404, 429, 429]);
  });

  it("is told from others as the host says that stands behind a proxy", async () => {
    const clientAddress = (request: { headers: NodeJS.Dict<string | string[]> }) =>
      String(request.headers["x-real-ip"]);
    expect(await statuses({ clientAddress })).toEqual([404, 404, 404, 404]);
  });

  it("counts for the connection where the host knows no address", async () => {
    expect(await statuses({ clientAddress: () => undefined })).toEqual([404, 404, 429, 429]);
  });

  it("whose address cannot be told gets a 500 that shows nothing", async () => {
    const clientAddress = () => {
      throw new Error("canary");
    };
    const server = await serve(fakeInbox().inbox, { ingress: { clientAddress } });
    const answer = await server.send("GET", "/chat/wrong/shop/status");
    expect(answer.status).toBe(500);
    expect(answer.body).not.toContain("canary");
  });
});
