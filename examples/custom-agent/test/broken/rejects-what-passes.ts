import type { ContainerModule } from "inversify";
import { echoOf, unlessAborted, variant } from "./variant.ts";

/** Rejects a message for a temporary failure. */
export const rejectsWhatPasses = (): ContainerModule =>
  variant((outbox) => async (event, signal) => {
    const answer = await unlessAborted(outbox.send(echoOf(event)), signal);
    if (answer.accepted) return { outcome: "taken" };
    return { outcome: "rejected", reason: answer.refusal.message };
  });
