import type { ContainerModule } from "inversify";
import { echoOf, receiptOf, variant } from "./variant.ts";

/** Waits for its answer for ever, whatever the signal says. */
export const ignoresAbort = (): ContainerModule =>
  variant((outbox) => async (event) => receiptOf(await outbox.send(echoOf(event))));
