import type { ContainerModule } from "inversify";
import { echoOf, receiptOf, unlessAborted, variant } from "./variant.ts";

const patienceMs = 1_000;

/** Acknowledges an event before it is stored: an answer that takes long will be a yes. */
export const takesSilenceForYes = (): ContainerModule =>
  variant((outbox, timers) => async (event, signal) => {
    const silence = new Promise<"silence">((resolve) => {
      timers.after(patienceMs, () => resolve("silence"));
    });
    const sending = unlessAborted(outbox.send(echoOf(event)), signal);
    const answer = await Promise.race([sending, silence]);
    return answer === "silence" ? { outcome: "taken" } : receiptOf(answer);
  });
