import assert from "node:assert/strict";
import { promptly } from "../time/time-limits.ts";
import { want } from "../want.ts";
import type { AgentCheck, AgentTrial } from "./agent-check.ts";

const strangeChannels = ["", "nobody", "__proto__", "x".repeat(64), "../shop", "<b>"];

/** §3: `0` or `1`. */
export function availabilityRules(check: AgentCheck): void {
  check("availability is the number 0 or the number 1", async (trial) => {
    wantNumber(await answerOf(trial));
  });

  check("availability follows the people behind the app", async (trial) => {
    const { people } = trial.app;
    if (people === null) {
      const answers = [await ask(trial), await ask(trial)];
      want("a program does not waver", answers[1], answers[0]);
      return;
    }
    for (const available of [true, false, true]) {
      await people.setAvailable(available);
      want("1 while an agent could answer, 0 otherwise", await ask(trial), available ? 1 : 0);
    }
  });

  check("availability of a channel nobody knows is 0 or 1 as well", async (trial) => {
    for (const channelId of strangeChannels) {
      wantNumber(await ask(trial, channelId));
    }
  });

  for (const trouble of ["away", "silent"] as const) {
    check(`availability comes to an end while the app is in trouble: ${trouble}`, async (trial) => {
      await trial.app.people?.setAvailable(true);
      await trial.inTrouble(trouble, async () => {
        const answer = await ask(trial);
        if (trial.app.people === null) wantNumber(answer);
        else want("agents nobody can reach are not there", answer, 0);
      });
      wantNumber(await answerOf(trial));
    });
  }
}

/** Asks as core does: an error counts as `0`. */
async function ask({ app, bench }: AgentTrial, channelId = "shop"): Promise<unknown> {
  return answerOf({ app, bench }, channelId).catch((error: unknown) => {
    if (error instanceof assert.AssertionError) throw error;
    return 0;
  });
}

/** The plugin's own answer. @throws the plugin's error */
async function answerOf(
  { app, bench }: Pick<AgentTrial, "app" | "bench">,
  channelId = "shop",
): Promise<unknown> {
  const asked = Promise.resolve().then(() => app.backend.availability(channelId));
  asked.catch(() => {});
  await bench.rig.time.advance(1_000);
  return promptly(
    "no signal comes with the question: what it waits for is bounded by the plugin, to one second",
    asked,
  );
}

function wantNumber(answer: unknown): void {
  want("no boolean, no text, no count", answer === 0 || answer === 1, true);
}
