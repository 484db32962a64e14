import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { Telemetry } from "../src/index.ts";
import { TelemetryRig } from "./support/telemetry-rig.ts";

async function served(): Promise<(init?: RequestInit) => Promise<Response>> {
  const rig = await TelemetryRig.start();
  onTestFinished(() => rig.close());
  const { metricsHandler } = await rig.gateway.get(Telemetry);
  const server = createServer((request, response) => void metricsHandler(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return (init) => fetch(`http://127.0.0.1:${port}/`, init);
}

it("the handler answers GET and HEAD with the page, as Prometheus asks for it, and nothing else", async () => {
  const ask = await served();
  const response = await ask();
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/plain; version=0.0.4; charset=utf-8",
    "cache-control": "no-store",
  });
  expect(await response.text()).toContain("# TYPE parley_lane_depth gauge\n");
  const head = await ask({ method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  const post = await ask({ method: "POST", body: "x" });
  expect([post.status, post.headers.get("allow"), await post.text()]).toEqual([
    405,
    "GET, HEAD",
    "",
  ]);
});
