import type { ContainerModule } from "inversify";
import { echoOf, unlessAborted, variant } from "./variant.ts";

/** Takes trouble that passes for the message's own fault. */
export const rejectsWhatPasses = (): ContainerModule =>
  variant((outbox) => async (event, signal) => {
    const answer = await unlessAborted(outbox.send(echoOf(event)), signal);
    if (answer.accepted) return { outcome: "taken" };
    return { outcome: "rejected", reason: answer.refusal.message };
  });
