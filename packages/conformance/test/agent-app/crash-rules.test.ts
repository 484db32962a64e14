import type { AgentBackend } from "@parley/core";
import { describe, expect, it } from "vitest";
import { crashRules } from "../../src/agent-app/crashes/crash-rules.ts";
import { crashChecks } from "../../src/agent-app/crashes/crash-trial.ts";
import { type AgentApp, collectResults, type OpenAgentApp } from "../../src/index.ts";
import { openReplyingApp } from "../support/open-replying-app.ts";
import { openScriptedApp } from "../support/open-scripted-app.ts";

/** The rules that an app breaks. */
async function broken(open: OpenAgentApp): Promise<readonly string[]> {
  const results = await collectResults((runner) => crashRules(crashChecks(runner, open)));
  return results.filter(({ failure }) => failure !== null).map(({ title }) => title);
}

const forgetsReports = (backend: AgentBackend): AgentBackend => ({
  availability: (channelId) => backend.availability(channelId),
  receive: (event, signal) => backend.receive(event, signal),
  report: async () => ({ outcome: "taken" }),
});

const appWithoutPlugin = {
  people: null,
  trouble: null,
  busy: { begin: async () => {}, end: async () => {} },
  restart: null,
  close: async () => {},
} as unknown as AgentApp;

describe("the rules about crashes", () => {
  it("hold for an app whose agents' replies have keys", async () => {
    expect(await broken(openReplyingApp({ hasKeys: true }))).toEqual([]);
  });

  it("find an app whose agents' replies have none", async () => {
    expect(await broken(openReplyingApp({ hasKeys: false }))).toEqual([
      "an answer goes out once, wherever the gateway dies on its way",
    ]);
  });

  it("find an app that forgets reports", async () => {
    expect(await broken(openScriptedApp(forgetsReports))).toEqual([
      "no report is lost or doubled, wherever the gateway dies on its way",
    ]);
  });

  it("tell an app that plugs nothing into the bench what to do", async () => {
    const unplugged: OpenAgentApp = async () => appWithoutPlugin;
    const results = await collectResults((runner) => crashRules(crashChecks(runner, unplugged)));
    const told = results.map(({ failure }) => failure?.message);
    expect(new Set(told)).toEqual(new Set(["the app under test plugs its plugin into the bench"]));
  });
});
