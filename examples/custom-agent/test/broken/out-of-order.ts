import type { VisitorEvent } from "@parley/core";
import type { ContainerModule } from "inversify";
import { echoOf, variant } from "./variant.ts";

/** Keeps what comes in a list of its own, and works it off from the wrong end. */
export const outOfOrder = (): ContainerModule =>
  variant((outbox) => {
    const waiting: VisitorEvent[] = [];
    return async (event) => {
      waiting.push(event);
      setImmediate(() => {
        for (const next of waiting.splice(0).toReversed()) void outbox.send(echoOf(next));
      });
      return { outcome: "taken" };
    };
  });
