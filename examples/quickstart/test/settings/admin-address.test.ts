import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { AdminClient } from "../support/admin-client.ts";
import { ConsoleClient } from "../support/console-client.ts";
import { visitorSays } from "../support/first-conversation.ts";
import { freePorts } from "../support/free-port.ts";
import { parley } from "../support/parley.ts";
import { QuickstartRuns } from "../support/quickstart-runs.ts";

const runs = new QuickstartRuns();
afterAll(() => runs.end());

const statusOf = async (url: string) => (await fetch(url, { redirect: "manual" })).status;

describe("an address of its own for the admin API and the console", () => {
  it("answers them, and the public one answers the endpoints alone", async () => {
    const [port = 0] = await freePorts(1);
    const environment = { PARLEY_ADMIN_PORT: String(port), PARLEY_SHOP_PORT: "0" };
    const quickstart = await runs.start(runs.freshData(), environment);
    const people = `http://127.0.0.1:${port}`;
    for (const path of ["/admin/v1/status", "/admin/v1/nowhere", "/console/", "/console/api/me"])
      expect(await statusOf(quickstart.url + path)).toBe(404);
    expect(await statusOf(`${quickstart.url}/`)).toBe(404);
    const { ingressUrl, statusUrl } = quickstart.firstChannel;
    expect(ingressUrl).toMatch(quickstart.url);
    expect(await visitorSays(ingressUrl, "hello")).toBe(200);

    expect(await statusOf(people + new URL(statusUrl).pathname)).toBe(404);
    expect(await statusOf(`${people}/`)).toBe(302);
    expect(await statusOf(`${people}/console/`)).toBe(200);
    for (const origin of [people, quickstart.url]) {
      expect(await statusOf(`${origin}/healthz`)).toBe(200);
      expect(await statusOf(`${origin}/readyz`)).toBe(200);
    }
    const agent = await ConsoleClient.signIn(people);
    expect(await agent.conversations()).toHaveLength(1);
    const { dataDirectory } = quickstart;
    expect(await parley({ url: people, dataDirectory }, "status")).toMatchObject({ code: 0 });
    expect(await parley(quickstart, "status")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("on its own address (PARLEY_ADMIN_PORT)") as string,
    });
    const admin = new AdminClient(people, quickstart.dataDirectory);
    const issued = await admin.ask("POST", "/channels/shop/rotate", {});
    expect(((await issued.json()) as { ingressUrl: string }).ingressUrl).toMatch(quickstart.url);
    expect(await quickstart.stop()).toBe(0);
  });

  it("is where the newcomer is told to sign in", async () => {
    const [port = 0] = await freePorts(1);
    const quickstart = await runs.start(runs.freshData(), {
      PARLEY_ADMIN_PORT: String(port),
      PARLEY_ADMIN_PUBLIC_URL: "https://agents.example.com",
      PARLEY_SHOP_PORT: "0",
      PARLEY_AGENT_PASSWORD: "",
    });
    expect(quickstart.stdout).toContain("sign in   https://agents.example.com/console/");
    expect(quickstart.stdout).toContain(`parley ready ${quickstart.url}`);
  });

  it("that cannot be had is said by the name of its own setting", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const port = String((taken.address() as AddressInfo).port);
    const said = await runs.refused(runs.freshData(), { PARLEY_ADMIN_PORT: port });
    taken.close();
    expect(said).toContain(`Port ${port} on 127.0.0.1 is in use by another process`);
    expect(said).toContain("PARLEY_ADMIN_PORT");
  });
});
