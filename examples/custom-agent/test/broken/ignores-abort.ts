import type { ContainerModule } from "inversify";
import { echoOf, receiptOf, variant } from "./variant.ts";

/** Waits for its answer for ever and ignores the signal. */
export const ignoresAbort = (): ContainerModule =>
  variant((outbox) => async (event) => receiptOf(await outbox.send(echoOf(event))));
