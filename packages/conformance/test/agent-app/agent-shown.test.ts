import { describe, expect, it } from "vitest";
import { AgentBench } from "../../src/agent-app/agent-bench.ts";
import { AgentTrial } from "../../src/agent-app/agent-check.ts";
import { openScriptedApp } from "../support/open-scripted-app.ts";

describe("what an app shows", () => {
  it("more often than it came is told with every field", async () => {
    const bench = await AgentBench.start();
    const app = await openScriptedApp()(bench);
    const trial = new AgentTrial(bench, {
      ...app,
      messages: async (id) => (await app.messages(id)).flatMap((message) => [message, message]),
    });
    const event = await bench.says("shown twice");
    await trial.taken(event);
    await expect(trial.wantShown("shown once", [event])).rejects.toThrow(
      /^shown once\n[^]*\n\+ +text: 'shown twice'/,
    );
    await app.close();
    await bench.close();
  });
});
