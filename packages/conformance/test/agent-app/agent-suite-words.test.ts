import { type AgentBackend, type Availability } from "@parley/core";
import { describe, expect, it } from "vitest";
import { AgentBench } from "../../src/agent-app/agent-bench.ts";
import { AgentTrial } from "../../src/agent-app/agent-check.ts";
import { availabilityRules } from "../../src/agent-app/availability.ts";
import type { AgentApp } from "../../src/agent-app/agent-app.ts";

/** The end of every check of `availability`, by its title; `null`: it passed. */
async function availabilityOf(
  availability: () => Promise<Availability>,
): Promise<ReadonlyMap<string, string | null>> {
  const ends = new Map<string, string | null>();
  const checks: Promise<void>[] = [];
  availabilityRules((title, body) => {
    const one = async (): Promise<void> => {
      await using stack = new AsyncDisposableStack();
      const bench = stack.adopt(await AgentBench.start(), (opened) => opened.close());
      const end = await body(new AgentTrial(bench, appOf({ availability }))).then(
        () => null,
        (error: Error) => error.message,
      );
      ends.set(title, end);
    };
    checks.push(one());
  });
  await Promise.all(checks);
  return ends;
}

function appOf(backend: Partial<AgentBackend>): AgentApp {
  return {
    backend: backend as AgentBackend,
    people: null,
    trouble: null,
    messages: () => Promise.resolve([]),
  } as unknown as AgentApp;
}

describe("the suite of agent apps", () => {
  it("comes to an end where availability never answers, and says so", async () => {
    const ends = await availabilityOf(() => new Promise(() => {}));
    expect(ends.size).toBeGreaterThan(3);
    for (const end of ends.values()) expect(end).toContain("no signal comes with the question");
  });

  it("takes a throw of availability for 0, as the core does, but where nothing stands in the way", async () => {
    const ends = await availabilityOf(() => Promise.reject(new Error("ours")));
    const red = [...ends].filter(([, end]) => end !== null);
    expect(red).toEqual([
      ["availability is the number 0 or the number 1", "ours"],
      ["availability comes to an end while the app is in trouble: away", "ours"],
      ["availability comes to an end while the app is in trouble: silent", "ours"],
    ]);
  });

  it("shows what receive threw where an event was to be taken", async () => {
    await using stack = new AsyncDisposableStack();
    const bench = stack.adopt(await AgentBench.start(), (opened) => opened.close());
    const receive = (): never => {
      throw new TypeError("Cannot delete property id");
    };
    const trial = new AgentTrial(bench, appOf({ receive }));
    await expect(trial.taken(await bench.says("hello"))).rejects.toThrow(
      /is taken\nit threw TypeError: Cannot delete property id\n {4}at /,
    );
  });
});
