import type { AddressInfo } from "node:net";
import { createServer } from "node:http";
import type { ConsoleApp } from "@parley/agent-console";
import type { Gateway, NamedDoor } from "@parley/core";
import type { Telemetry } from "@parley/telemetry";
import { Router } from "express";
import { expect, it, onTestFinished } from "vitest";
import { type Audience, hostApp } from "../src/host-app.ts";

const desk: NamedDoor = {
  name: "desk",
  handle: async ({ url }) => ({ status: 200, body: url ?? "" }),
};
const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** What an address for this audience answers a plugin's app. */
async function asked(audience: Audience): Promise<readonly [number, string]> {
  const app = hostApp(
    {
      gateway: {
        doors: [desk],
        backups: [],
        clock: { now: () => 0 },
      } as Partial<Gateway> as Gateway,
      consoleApp: { router: Router() } as Partial<ConsoleApp> as ConsoleApp,
      telemetry: { metricsHandler: Router() } as object as Telemetry,
      publicMetrics: false,
      logger: silent,
      adminToken: "token-of-the-admins",
      publicUrl: "https://chat.example",
      peopleUrl: "https://agents.example",
      trustProxy: null,
      backups: null,
      stopping: new AbortController().signal,
    },
    audience,
  );
  const server = createServer(app).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const headers = { connection: "close" };
  const answer = await fetch(`http://127.0.0.1:${port}/agents/desk/hook?a=1`, { headers });
  return [answer.status, await answer.text()];
}

it.each<Audience>(["systems", "all"])(
  "the doors of plugins are at an address for %s, and know its public URL",
  async (audience) => {
    expect(await asked(audience)).toEqual([200, "https://chat.example/agents/desk/hook?a=1"]);
  },
);

it("the doors of plugins are not at the separate address for people", async () => {
  expect(await asked("people")).toMatchObject([404, expect.stringContaining("40401")]);
});
