import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ConsoleClient } from "../support/console-client.ts";
import { eventually } from "../support/eventually.ts";
import { askAdmin, firstConversation, visitorSays } from "../support/first-conversation.ts";
import { account } from "../support/quickstart-process.ts";
import { QuickstartRuns } from "../support/quickstart-runs.ts";

const runs = new QuickstartRuns();
afterAll(() => runs.end());

describe("the first start", () => {
  it("says where to sign in and where the shop is, then that it is ready", async () => {
    const quickstart = await runs.start(runs.freshData(), {
      PARLEY_AGENT_EMAIL: "",
      PARLEY_AGENT_PASSWORD: "",
    });
    const lines = quickstart.stdout.trimEnd().split("\n");
    expect(lines.at(-1)).toBe(`parley ready ${quickstart.url}`);
    expect(lines[0]).toContain(`${quickstart.url}/console/`);
    expect(quickstart.stdout).toContain(`${quickstart.shopUrl}/`);
    const [, email = ""] = /^email +(\S+)$/m.exec(quickstart.stdout) ?? [];
    const [, password = ""] = /^password +(\S+)$/m.exec(quickstart.stdout) ?? [];
    await ConsoleClient.signIn(quickstart.url, { email, password });
  });

  it("answers everywhere as soon as it says so", async () => {
    const quickstart = await runs.start(runs.freshData());
    const statusOf = async (url: string) => (await fetch(url, { redirect: "manual" })).status;
    const { ingressUrl, statusUrl } = quickstart.firstChannel;
    expect(await statusOf(`${quickstart.url}/healthz`)).toBe(200);
    expect(await statusOf(`${quickstart.url}/readyz`)).toBe(200);
    expect(await statusOf(`${quickstart.url}/console/`)).toBe(200);
    expect(await statusOf(`${quickstart.url}/`)).toBe(302);
    expect(await statusOf(`${quickstart.url}/nowhere`)).toBe(404);
    expect(await statusOf(`${quickstart.url}/admin/v1/channels`)).toBe(401);
    expect(await statusOf(`${quickstart.shopUrl}/`)).toBe(200);
    expect(await (await fetch(statusUrl)).text()).toBe("0");
    expect(await visitorSays(ingressUrl, "hello")).toBe(200);
  });

  it("keeps secrets in files that only their owner can read, and out of the output", async () => {
    const data = runs.freshData();
    const quickstart = await runs.start(data);
    expect(statSync(data).mode & 0o777).toBe(0o700);
    for (const name of ["admin-token", "first-channel.json"]) {
      expect(statSync(join(data, name)).mode & 0o777).toBe(0o600);
    }
    const { id, ingressUrl, statusUrl } = quickstart.firstChannel;
    expect(ingressUrl).toMatch(new RegExp(`^${quickstart.url}/chat/[A-Za-z0-9_-]{16,}/${id}$`));
    expect(statusUrl).toBe(`${ingressUrl}/status`);
    await visitorSays(ingressUrl, "hello");
    await quickstart.stop();
    const output = quickstart.stdout + quickstart.stderr;
    expect(output).not.toContain(ingressUrl.split("/").at(-2));
    expect(output).not.toContain(readFileSync(join(data, "admin-token"), "utf8").trim());
  });

  it("starts no shop when there is to be none", async () => {
    const quickstart = await runs.start(runs.freshData(), { PARLEY_SHOP_PORT: "0" });
    expect(quickstart.stdout).not.toContain("shop ");
    const { body } = await askAdmin(quickstart, "GET");
    expect(body["chatApiUrl"]).toBe("http://127.0.0.1:8081/agent-messages");
  });

  it("says that loopback targets are allowed, as a note and not as an error", async () => {
    const environment = { PARLEY_SHOP_PORT: "0", PARLEY_INSECURE_LOOPBACK: "1" };
    const open = await runs.start(runs.freshData(), environment);
    expect(open.stdout).toMatch(/^note .*http:\/\/ addresses of this machine/m);
    expect(open.stdout).toContain("PARLEY_INSECURE_LOOPBACK=0");
    expect(open.stderr).not.toContain("PARLEY_INSECURE_LOOPBACK");
  });

  it("does not allow loopback targets when told so", async () => {
    const closed = await runs.start(runs.freshData(), { PARLEY_INSECURE_LOOPBACK: "0" });
    expect(closed.stdout + closed.stderr).not.toContain("PARLEY_INSECURE_LOOPBACK");
    const { agent, conversationId } = await firstConversation(closed);
    const id = await agent.reply(conversationId, "hello");
    const failed = await eventually(async () => {
      const messages = await agent.messages(conversationId);
      return messages.find((message) => message.id === id && message.state === "failed");
    }, 15_000);
    expect(failed.failure?.reason).toBe("forbidden-target");
  });
});

describe.concurrent("the environment", () => {
  it("is read without surprise: an unknown name is warned about, its value is not shown", async () => {
    const quickstart = await runs.start(runs.freshData(), {
      PARLEY_PROT: "canary-value",
      // Settings of other programs that a shell may have.
      PARLEY_URL: "http://127.0.0.1:8080",
      PARLEY_SIGNING_KEY: "canary-value",
      PARLEY_SHOP_PORT: "0",
    });
    expect(quickstart.stderr).toContain("warning: PARLEY_PROT is not a Parley setting");
    expect(quickstart.stderr).not.toContain("canary-value");
    expect(quickstart.stderr.match(/warning:/g)).toHaveLength(1);
  });

  it("gives the admin token and the first account", async () => {
    const token = "an-admin-token-of-this-test";
    const quickstart = await runs.start(runs.freshData(), {
      PARLEY_ADMIN_TOKEN: token,
      PARLEY_SHOP_PORT: "0",
    });
    expect(existsSync(join(quickstart.dataDirectory, "admin-token"))).toBe(false);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${quickstart.url}/admin/v1/channels`, { headers })).status).toBe(200);
    expect(quickstart.stdout).not.toMatch(/^password/m);
    expect(quickstart.stdout).not.toContain(account.password);
    await ConsoleClient.signIn(quickstart.url);
  });

  it("shows no secret in the list of processes", async () => {
    const quickstart = await runs.start(runs.freshData());
    const listed = execFileSync("ps", ["-eo", "args"], { encoding: "utf8" });
    expect(listed).toContain("shop-main.js");
    expect(listed).not.toContain(quickstart.firstChannel.ingressUrl.split("/").at(-2));
  });
});
