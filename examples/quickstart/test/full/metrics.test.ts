import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { visitorSays } from "../support/first-conversation.ts";
import { freePorts } from "../support/free-port.ts";
import { QuickstartRuns } from "../support/quickstart-runs.ts";

const runs = new QuickstartRuns();
afterAll(() => runs.end());

const token = "a-token-for-metrics-only";
const withToken = { headers: { authorization: `Bearer ${token}` } };

describe("the metrics page", () => {
  it("is shown to who has the admin token, beside the admin API alone", async () => {
    const [port = 0] = await freePorts(1);
    const environment = { PARLEY_ADMIN_PORT: String(port), PARLEY_ADMIN_TOKEN: token };
    const quickstart = await runs.start(runs.freshData(), {
      ...environment,
      PARLEY_SHOP_PORT: "0",
    });
    expect(await visitorSays(quickstart.firstChannel.ingressUrl, "hello")).toBe(200);
    const metrics = `http://127.0.0.1:${port}/metrics`;
    expect((await fetch(metrics)).status).toBe(401);
    expect((await fetch(`${quickstart.url}/metrics`, withToken)).status).toBe(404);
    const page = await (await fetch(metrics, withToken)).text();
    expect(page).toContain('\nparley_messages_accepted_total{channel="shop"} 1\n');
    expect(page).toContain('\nparley_lane_depth{kind="outbound"} 0\n');
    expect(await quickstart.stop()).toBe(0);
  });

  it("is shown to everybody where the host says so", async () => {
    const environment = { PARLEY_METRICS: "public", PARLEY_SHOP_PORT: "0" };
    const quickstart = await runs.start(runs.freshData(), environment);
    const response = await fetch(`${quickstart.url}/metrics`);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "text/plain; version=0.0.4; charset=utf-8",
    ]);
  });
});

describe("traces", () => {
  it("go to the collector that is named", async () => {
    const bodies: string[] = [];
    const collector = createServer(async (request, response) => {
      let text = "";
      for await (const chunk of request.setEncoding("utf8")) text += chunk as string;
      bodies.push(text);
      response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    }).listen(0, "127.0.0.1");
    await once(collector, "listening");
    const { port } = collector.address() as AddressInfo;
    const environment = { PARLEY_OTLP_URL: `http://127.0.0.1:${port}`, PARLEY_SHOP_PORT: "0" };
    const quickstart = await runs.start(runs.freshData(), environment);
    await visitorSays(quickstart.firstChannel.ingressUrl, "canary-5d1c");
    await eventually(() => bodies.some((body) => body.includes("visitor message to agent app")));
    expect(bodies.join("\n")).not.toContain("canary-5d1c");
    expect(await quickstart.stop()).toBe(0);
    collector.closeAllConnections();
    collector.close();
  });
});
