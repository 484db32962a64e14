import type { VisitorEvent } from "@parley/core";
import type { ContainerModule } from "inversify";
import { echoOf, variant } from "./variant.ts";

/** Collects events in a list and processes the newest first. */
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
