import type { Finding } from "@parley/core";
import { describe, expect, it } from "vitest";
import { ApiHealth, type AppDiagnosticianOptions, appDiagnostician } from "../../src/index.ts";
import { type AppAnswer, answering, startApp } from "../support/app-server.ts";
import { apiOf, signal } from "../support/api-of.ts";

const now = Date.parse("2026-11-30T12:00:00Z");
const date = (awayMs = 0) => new Date(now + awayMs).toUTCString();

/** The findings about an app that answers so. */
async function diagnose(
  answer: AppAnswer,
  options: Partial<AppDiagnosticianOptions> = {},
): Promise<readonly Finding[]> {
  await using app = await startApp(answer);
  return await appDiagnostician({
    name: "helpdesk",
    api: apiOf(`${app.url}/url-canary`),
    probe: { method: "GET", path: "/me?key=query-canary" },
    now: () => now,
    ...options,
  }).diagnose(signal);
}
const told = (findings: readonly Finding[]) => findings.map(({ check, level }) => [check, level]);
const well = answering(200, "answer-canary", { date: date() });

describe("the doctor is told of an app", () => {
  it("that it answers, takes the credentials, sends webhooks here and has the same time", async () => {
    const findings = await diagnose(well, { webhook: async () => "configured" });
    expect(told(findings)).toEqual([
      ["app-connection", "ok"],
      ["app-clock", "ok"],
      ["app-credentials", "ok"],
      ["app-webhook", "ok"],
    ]);
    expect(findings.every(({ message }) => message.startsWith("helpdesk "))).toBe(true);
  });

  it("that it is away, and nothing else", async () => {
    const app = await startApp(well);
    await app[Symbol.asyncDispose]();
    const findings = await diagnose(well, { api: apiOf(app.url), webhook: async () => "missing" });
    expect(findings).toEqual([
      {
        check: "app-connection",
        level: "fault",
        message: "helpdesk: The app cannot be reached; nothing was sent.",
        advice: "Look whether the app runs, and for a wrong host or port, or a firewall.",
      },
    ]);
  });

  it.each([
    [301, "Set the address to which the app redirects."],
    [404, "Look whether the address is that of the app's API, and of the right version."],
    [500, "Look at the app's log and its status page."],
  ])("that it answers the test call with %i", async (status, advice) => {
    const [connection, ...others] = await diagnose(answering(status, "", { date: date() }));
    expect(connection).toMatchObject({ level: "fault", advice });
    expect(told(others)).toEqual([["app-clock", "ok"]]);
  });

  it("that it asks for a pause", async () => {
    const [connection] = await diagnose(answering(429));
    expect(connection).toMatchObject({ check: "app-connection", level: "warning" });
  });

  it.each([401, 403])("that it refuses the credentials: %i", async (status) => {
    const findings = await diagnose(answering(status, "", { date: date(-400_000) }));
    expect(told(findings)).toEqual([
      ["app-connection", "ok"],
      ["app-clock", "fault"],
      ["app-credentials", "fault"],
    ]);
    expect(findings[2]?.message).toBe(`helpdesk refuses the credentials with HTTP ${status}.`);
  });

  it("that it refused a real call a while ago, although it takes the test call", async () => {
    const health = new ApiHealth(() => now - 120_000);
    health.noteRefusal(403);
    const findings = await diagnose(well, { health });
    expect(findings.find(({ check }) => check === "app-credentials")).toMatchObject({
      level: "warning",
      message: "helpdesk refused a call with HTTP 403 2 min ago, and takes others.",
    });
  });

  it.each([
    ["missing", "fault"],
    ["elsewhere", "fault"],
    ["disabled", "fault"],
  ] as const)("that its webhook is %s", async (state, level) => {
    const findings = await diagnose(well, { webhook: async () => state });
    expect(findings.at(-1)).toMatchObject({ check: "app-webhook", level });
  });

  it("that it does not say where it sends webhooks", async () => {
    const webhook = () => Promise.reject(new Error("error-canary"));
    const findings = await diagnose(well, { webhook });
    expect(findings.at(-1)).toMatchObject({ check: "app-webhook", level: "warning" });
    expect(JSON.stringify(findings)).not.toContain("canary");
  });

  it.each([
    [30_000, "ok"],
    [-31_000, "warning"],
    [299_000, "warning"],
    [-300_000, "fault"],
  ])("that its clock is %i ms away", async (away, level) => {
    const findings = await diagnose(answering(200, "", { date: date(away) }));
    expect(findings[1]).toMatchObject({ check: "app-clock", level });
  });

  it("without a clock, if it tells no time", async () => {
    const findings = await diagnose(answering(200, "", { date: "noon" }));
    expect(told(findings)).not.toContainEqual(["app-clock", "ok"]);
    expect(findings).toHaveLength(2);
  });

  it("with advice for everything that is not well, and without URL, query and answer", async () => {
    for (const status of [200, 301, 401, 404, 429, 500]) {
      const findings = await diagnose(answering(status, "answer-canary"));
      expect(JSON.stringify(findings)).not.toContain("canary");
      const unadvised = findings.filter(
        ({ level, advice }) => (level === "ok") !== (advice === undefined),
      );
      expect(unadvised).toEqual([]);
    }
  });
});
