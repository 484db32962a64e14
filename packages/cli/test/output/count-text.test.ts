import { afterAll, describe, expect, it } from "vitest";
import { countText } from "../../src/output/count-text.ts";
import { parley } from "../support/parley.ts";
import { json, ScriptedApi } from "../support/gateways/scripted-api.ts";

const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

async function said(word: "status" | "doctor", answer: object): Promise<string> {
  const { url } = opened.use(await ScriptedApi.open(json(answer)));
  return (await parley([word, "--url", url, "--token", "t"], { cwd: import.meta.dirname })).stdout;
}

const lane = (lanes: number, waiting: number) => ({ lanes, waiting, oldestAcceptedAt: null });
const status = {
  version: "1",
  startedAt: 1,
  now: 2,
  ready: true,
  channels: 1,
  backlog: { inbound: lane(1, 1), outbound: lane(1, 2), reports: lane(0, 0) },
  deadLetters: false,
  memoryBytes: 1,
  eventLoopDelayMs: 1,
};
const finding = (level: string) => ({
  check: "disk",
  level,
  message: "Full.",
  advice: "Empty it.",
});

describe("counts use singular and plural", () => {
  it("one is singular, zero and many are plural", () => {
    const texts = [0, 1, 2].map((count) => countText(count, "day"));
    expect(texts).toEqual(["0 days", "1 day", "2 days"]);
  });

  it("by parley status", async () => {
    const text = await said("status", status);
    expect(text).toMatch(/^to agents +1 waits in 1 conversation$/m);
    expect(text).toMatch(/^to visitors +2 wait in 1 conversation$/m);
    expect(text).toMatch(/^reports +nothing waits$/m);
  });

  it("by parley doctor", async () => {
    const findings = ["ok", "ok", "warning", "warning", "fault"].map(finding);
    expect(await said("doctor", { findings })).toMatch(/^2 ok, 2 warnings, 1 fault$/m);
    expect(await said("doctor", { findings: [] })).toBe("0 ok, 0 warnings, 0 faults\n");
  });
});
