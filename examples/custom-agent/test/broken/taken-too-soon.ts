import type { ContainerModule } from "inversify";
import { echoOf, variant } from "./variant.ts";

/** Answers before the work is done, and reports no failure. */
export const takenTooSoon = (): ContainerModule =>
  variant((outbox) => async (event) => {
    void outbox.send(echoOf(event));
    return { outcome: "taken" };
  });
