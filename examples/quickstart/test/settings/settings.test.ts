import { describe, expect, it } from "vitest";
import { readSettings, type Settings } from "../../src/settings/settings.ts";

function settingsOf(environment: Record<string, string>): Settings {
  const reading = readSettings(environment);
  if (!reading.ok) throw new Error(reading.problems.join(" "));
  return reading.settings;
}

function problemsOf(environment: Record<string, string>): readonly string[] {
  const reading = readSettings(environment);
  return reading.ok ? [] : reading.problems;
}

describe("the environment's settings", () => {
  it("have a default each", () => {
    expect(settingsOf({})).toEqual({
      host: "127.0.0.1",
      port: 8080,
      dataDirectory: "./data",
      publicUrl: null,
      adminToken: null,
      agentEmail: "agent@parley.example",
      agentPassword: null,
      presenceSeconds: 300,
      allowTargets: [],
      allowInsecureLoopback: true,
      trustProxy: null,
      shopPort: 8081,
      leaveMs: 0,
      admin: null,
      publicMetrics: false,
      otlpUrl: null,
    });
  });

  it("are the defaults when they are empty", () => {
    expect(settingsOf({ PARLEY_PORT: "", PARLEY_HOST: " " })).toEqual(settingsOf({}));
  });

  it.each([
    ["PARLEY_PORT", "0", { port: 0 }],
    ["PARLEY_ADMIN_PORT", "9000", { admin: { host: "127.0.0.1", port: 9000, publicUrl: null } }],
    ["PARLEY_SHOP_PORT", "0", { shopPort: null }],
    ["PARLEY_LEAVE_MS", "2500", { leaveMs: 2_500 }],
    ["PARLEY_PRESENCE_SECONDS", "60", { presenceSeconds: 60 }],
    ["PARLEY_METRICS", "public", { publicMetrics: true }],
    ["PARLEY_METRICS", "token", { publicMetrics: false }],
    ["PARLEY_OTLP_URL", "http://127.0.0.1:4318", { otlpUrl: "http://127.0.0.1:4318/" }],
    ["PARLEY_PUBLIC_URL", "https://chat.example.com/", { publicUrl: "https://chat.example.com" }],
    [
      "PARLEY_ALLOW_TARGETS",
      " a.example, ,10.0.0.0/8 ",
      { allowTargets: ["a.example", "10.0.0.0/8"] },
    ],
    ["PARLEY_INSECURE_LOOPBACK", "0", { allowInsecureLoopback: false }],
    ["PARLEY_INSECURE_LOOPBACK", "False", { allowInsecureLoopback: false }],
    ["PARLEY_INSECURE_LOOPBACK", "1", { allowInsecureLoopback: true }],
    ["PARLEY_TRUST_PROXY", "1", { trustProxy: 1 }],
    ["PARLEY_TRUST_PROXY", "off", { trustProxy: false }],
    ["PARLEY_TRUST_PROXY", "loopback, 10.0.0.0/8", { trustProxy: "loopback, 10.0.0.0/8" }],
  ])("%s=%s is read", (name, value, expected) => {
    expect(settingsOf({ [name]: value })).toMatchObject(expected);
  });

  it.each([
    ["PARLEY_PORT", "-1"],
    ["PARLEY_PORT", "8080x"],
    ["PARLEY_PORT", "8e3"],
    ["PARLEY_SHOP_PORT", "65536"],
    ["PARLEY_LEAVE_MS", "60001"],
    ["PARLEY_PRESENCE_SECONDS", "86401"],
    ["PARLEY_PRESENCE_SECONDS", "1.5"],
    ["PARLEY_ADMIN_PORT", "x"],
    ["PARLEY_PUBLIC_URL", "nowhere.example"],
    ["PARLEY_PUBLIC_URL", "ftp://chat.example.com"],
    ["PARLEY_PUBLIC_URL", "https://chat.example.com/path"],
    ["PARLEY_PUBLIC_URL", "https://ann:secret@chat.example.com"],
    ["PARLEY_TRUST_PROXY", "yes"],
    ["PARLEY_TRUST_PROXY", "true"],
    ["PARLEY_INSECURE_LOOPBACK", "maybe"],
    ["PARLEY_METRICS", "yes"],
    ["PARLEY_OTLP_URL", "collector:4317"],
    ["PARLEY_ADMIN_TOKEN", "tökén-tökén-tökén"],
    ["PARLEY_ADMIN_TOKEN", "two-lines\nin-one-token"],
  ])("%s=%s is refused in one sentence that does not quote it", (name, value) => {
    const [problem, ...more] = problemsOf({ [name]: value });
    expect(more).toEqual([]);
    expect(problem).toMatch(new RegExp(`^${name} must .+\\.$`));
    expect(problem).not.toContain(value);
  });

  it("take a short admin token, and warn about it without quoting it", () => {
    const reading = readSettings({ PARLEY_ADMIN_TOKEN: "short-secret" });
    expect(reading.ok && reading.settings.adminToken).toBe("short-secret");
    expect(reading.warnings).toHaveLength(1);
    expect(reading.warnings[0]).not.toContain("short-secret");
    expect(readSettings({ PARLEY_ADMIN_TOKEN: "long-enough-secret" }).warnings).toEqual([]);
  });

  it("may not put the shop and the gateway on one port", () => {
    expect(problemsOf({ PARLEY_PORT: "8081" })).toHaveLength(1);
  });

  it("may not put the admin address on a port that something else has", () => {
    const onGateway = { PARLEY_ADMIN_PORT: "8080" };
    expect(problemsOf(onGateway)).toEqual([
      expect.stringMatching(/^PARLEY_ADMIN_PORT must differ/),
    ]);
    expect(problemsOf({ ...onGateway, PARLEY_ADMIN_HOST: "::1" })).toEqual([]);
    expect(problemsOf({ PARLEY_ADMIN_PORT: "8081" })).toHaveLength(1);
    expect(problemsOf({ PARLEY_ADMIN_PORT: "0", PARLEY_PORT: "0" })).toEqual([]);
  });

  it.each([
    ["PARLEY_ADMIN_HOST", "127.0.0.2"],
    ["PARLEY_ADMIN_PUBLIC_URL", "https://agents.example.com"],
  ])("say that %s alone means nothing", (name, value) => {
    const without = problemsOf({ [name]: value });
    expect(without).toEqual([
      expect.stringMatching(`^${name} has no effect without PARLEY_ADMIN_PORT`),
    ]);
    expect(problemsOf({ [name]: value, PARLEY_ADMIN_PORT: "9000" })).toEqual([]);
  });

  it("are warned about when their name is unknown, and others' are left alone", () => {
    const { warnings } = readSettings({ PARLEY_PROT: "1", OTHER: "2", PARLEY_PORT: "3" });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^PARLEY_PROT is not a Parley setting/);
  });
});
